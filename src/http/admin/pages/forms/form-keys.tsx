import { Fragment, type ReactNode } from 'react';
import type { MappingChange } from '../../../../domain/form-fields.ts';
import { type FormKey, MAPPED_FIELDS } from '../../../../domain/form-mapping.ts';
import { maskText } from '../../../../presentation/masking.ts';
import { Count, Foreign, formatCount, Name } from '../elements/format.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages, useWords } from '../language.tsx';
import type { FormPageProps } from './form-page.tsx';

/** A posted form may have 16 KiB, so this many characters of encoded keys. Others are mapped with the command. */
const MOST_ENCODED = 12_000;

/** The characters around a key in the posted form: `&mapa=` and `=primeiro_nome`. */
const AROUND_KEY = 24;

/** Each key of a form with its answers, its mapping and who mapped it, and a choice for visitors who may change it. */
export function FormKeys({ frame, view, reveal, wished }: FormPageProps): ReactNode {
  const { words, language } = useWords('forms');
  const isEditable = mayChange(frame);
  const table = <KeysTable keys={view.keys} reveal={reveal} wished={wished} isEditable={isEditable} />;
  return (
    <Section id="reading" title={words.reading} look="stack">
      <p className="quiet">{words.readingIntro(formatCount(view.lookedAt, language))}</p>
      {view.keys.length === 0 ? <p className="empty">{words.noKeys}</p> : null}
      {view.keys.length === 0 || isEditable ? null : table}
      {view.keys.length === 0 ? null : (
        <ChangeForm frame={frame} action={`${frame.here}/previa`} hidden={{ mostrar: reveal ? '1' : undefined }} className="stack">
          {table}
          <div className="buttons">
            <button type="submit" className="primary">
              {words.preview}
            </button>
            <span className="quiet">{words.previewNote}</span>
          </div>
        </ChangeForm>
      )}
    </Section>
  );
}

interface TableProps {
  readonly keys: readonly FormKey[];
  readonly reveal: boolean;
  readonly wished: MappingChange;
  readonly isEditable: boolean;
}

function KeysTable({ keys, reveal, wished, isEditable }: TableProps): ReactNode {
  const { words, fields, jsonFields } = useWords('forms');
  const fitting = fittingKeys(keys);
  return (
    <Table
      look="form-keys"
      caption={words.reading}
      rows={keys}
      keyOf={({ key }) => key}
      columns={[
        { name: fields.question, cell: (shown) => <Question shown={shown} /> },
        { name: jsonFields.respostas, cell: (shown) => <Answers shown={shown} reveal={reveal} /> },
        { name: fields.readAs, cell: (shown) => <Reading shown={shown} /> },
        isEditable
          ? { name: words.mapping, cell: (shown) => <MappingChoice shown={shown} wished={wished} fits={fitting.has(shown)} /> }
          : null,
      ]}
    />
  );
}

function fittingKeys(keys: readonly FormKey[]): ReadonlySet<FormKey> {
  let room = MOST_ENCODED;
  return new Set(
    keys.filter(({ key }) => {
      // Browsers rewrite line breaks in posted values, so the key would not be found again.
      if (/\p{Cc}/u.test(key)) return false;
      room -= encodeURIComponent(key.toWellFormed()).length + AROUND_KEY;
      return room > 0;
    }),
  );
}

/** The question as people see it, its key, and the platform's type of field. */
function Question({ shown: { key, label, type } }: { readonly shown: FormKey }): ReactNode {
  return (
    <div>
      {label === null || label === key ? null : (
        <p>
          <Foreign text={label} longest={500} />
        </p>
      )}
      <code className={label === null ? undefined : 'quiet'}>
        <Name text={key} longest={500} />
      </code>
      {type === null ? null : (
        <span className="quiet">
          {' '}
          · <Name text={type} />
        </span>
      )}
    </div>
  );
}

function Answers({ shown: { answered, examples }, reveal }: { readonly shown: FormKey; readonly reveal: boolean }): ReactNode {
  return (
    <span>
      <Count value={answered} />
      {examples.length === 0 ? null : <Examples texts={examples.map((text) => (reveal ? text : maskText(text)))} />}
    </span>
  );
}

function Examples({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return (
    <span className="quiet">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: masked texts may be the same; static markup
        <Fragment key={index}>
          {index === 0 ? ' · ' : ', '}
          <Foreign text={text} longest={80} />
        </Fragment>
      ))}
    </span>
  );
}

function Reading({ shown: { field, decidedBy } }: { readonly shown: FormKey }): ReactNode {
  const { words } = useWords('forms');
  const fields = useMessages().web.answerFields;
  if (field === null || decidedBy === null) return <span className="quiet">{words.nothing}</span>;
  return (
    <div>
      {field === 'nenhum' ? fields[field] : <strong>{fields[field]}</strong>} <span className="quiet">{words.by[decidedBy]}</span>
    </div>
  );
}

function MappingChoice({ shown, wished, fits }: { shown: FormKey; wished: MappingChange; fits: boolean }): ReactNode {
  const { forms: words, answerFields: fields } = useMessages().web;
  const { key, field, decidedBy } = shown;
  const now = decidedBy === 'operator' ? field : null;
  const chosen = Object.hasOwn(wished, key) ? (wished[key] ?? null) : now;
  if (!fits) return <code className="quiet">lead-intake source form map</code>;
  return (
    <select name="mapa" defaultValue={`${key}=${chosen ?? ''}`} aria-label={words.mappingOf(key)}>
      <option value={`${key}=`}>{words.automatic}</option>
      {MAPPED_FIELDS.map((name) => (
        <option key={name} value={`${key}=${name}`}>
          {fields[name]}
        </option>
      ))}
    </select>
  );
}
