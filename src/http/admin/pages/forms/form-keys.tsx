import type { ReactNode } from 'react';
import { MAPPED_FIELDS } from '../../../../domain/answer-field.ts';
import type { MappingChange } from '../../../../domain/form-fields.ts';
import type { FormKey } from '../../../../domain/form-mapping.ts';
import { maskAnswerText } from '../../../../presentation/masking.ts';
import { ColumnHeads } from '../elements/column-heads.tsx';
import { Count, Foreign, formatCount, Name } from '../elements/format.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import type { FormPageProps } from './form-page.tsx';

/** A posted form has 16 KiB: so many characters of keys, as they stand in it. The command maps the others. */
const MOST_ENCODED = 12_000;

/** What stands around a key in the posted form: `&mapa=` and `=primeiro_nome`. */
const AROUND_KEY = 24;

/** Each key of a form with its answers, how it is read and by whom, and a choice for who may change that. */
export function FormKeys({ frame, view, reveal, wished }: FormPageProps): ReactNode {
  const words = useMessages().web.forms;
  const language = useLanguage();
  const isEditable = mayChange(frame);
  const table = <KeysTable keys={view.keys} reveal={reveal} wished={wished} isEditable={isEditable} />;
  return (
    <section aria-labelledby="reading" className="stack">
      <h2 id="reading">{words.reading}</h2>
      <p className="quiet">{words.readingIntro(formatCount(view.lookedAt, language))}</p>
      {view.keys.length === 0 ? <p className="empty">{words.noKeys}</p> : null}
      {view.keys.length === 0 || isEditable ? null : table}
      {view.keys.length === 0 ? null : (
        <ChangeForm frame={frame} action={`${frame.here}/previa`} className="stack">
          {table}
          {reveal ? <input type="hidden" name="mostrar" value="1" /> : null}
          <div className="buttons">
            <button type="submit" className="primary">
              {words.preview}
            </button>
            <span className="quiet">{words.previewNote}</span>
          </div>
        </ChangeForm>
      )}
    </section>
  );
}

interface TableProps {
  readonly keys: readonly FormKey[];
  readonly reveal: boolean;
  readonly wished: MappingChange;
  readonly isEditable: boolean;
}

function KeysTable({ keys, reveal, wished, isEditable }: TableProps): ReactNode {
  const { reading, question, type, answers, readAs, mapping } = useMessages().web.forms;
  const fitting = fittingKeys(keys);
  return (
    <table className="list form-keys">
      <caption className="visually-hidden">{reading}</caption>
      <ColumnHeads names={[question, type, answers, readAs, ...(isEditable ? [mapping] : [])]} />
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.key} shown={key} reveal={reveal}>
            {isEditable ? <MappingCell shown={key} wished={wished} fits={fitting.has(key)} /> : null}
          </KeyRow>
        ))}
      </tbody>
    </table>
  );
}

function fittingKeys(keys: readonly FormKey[]): ReadonlySet<FormKey> {
  let room = MOST_ENCODED;
  return new Set(
    keys.filter(({ key }) => {
      // Browsers write line breaks of a posted value in another way, and the key would not be found again.
      if (/\p{Cc}/u.test(key)) return false;
      room -= encodeURIComponent(key.toWellFormed()).length + AROUND_KEY;
      return room > 0;
    }),
  );
}

function KeyRow({
  shown,
  reveal,
  children,
}: {
  readonly shown: FormKey;
  readonly reveal: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const words = useMessages().web.forms;
  const { key, label, type, answered, examples } = shown;
  return (
    <tr>
      <td data-label={words.question}>
        <div>
          {label === null || label === key ? null : (
            <p>
              <Foreign text={label} longest={500} />
            </p>
          )}
          <code className={label === null ? undefined : 'quiet'}>
            <Name text={key} longest={500} />
          </code>
        </div>
      </td>
      <td data-label={words.type}>{type === null ? <span className="nothing">{words.none}</span> : <Name text={type} />}</td>
      <td data-label={words.answers}>
        <div>
          <Count value={answered} />
          {examples.length === 0 ? null : <Examples texts={examples.map((text) => (reveal ? text : maskAnswerText(text)))} />}
        </div>
      </td>
      <td data-label={words.readAs}>
        <Reading shown={shown} />
      </td>
      {children}
    </tr>
  );
}

function Examples({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return (
    <ul className="keys quiet">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: masked texts may be the same; static markup
        <li key={index}>
          <Foreign text={text} longest={80} />
        </li>
      ))}
    </ul>
  );
}

function Reading({ shown: { field, saidBy } }: { readonly shown: FormKey }): ReactNode {
  const words = useMessages().web.forms;
  const fields = useMessages().web.answerFields;
  if (field === null || saidBy === null) return <span className="quiet">{words.nothing}</span>;
  return (
    <div>
      {field === 'nenhum' ? fields[field] : <strong>{fields[field]}</strong>} <span className="quiet">{words.by[saidBy]}</span>
    </div>
  );
}

function MappingCell({
  shown,
  wished,
  fits,
}: {
  readonly shown: FormKey;
  readonly wished: MappingChange;
  readonly fits: boolean;
}): ReactNode {
  const words = useMessages().web.forms;
  const fields = useMessages().web.answerFields;
  const { key, field, saidBy } = shown;
  const now = saidBy === 'operator' ? field : null;
  const chosen = Object.hasOwn(wished, key) ? (wished[key] ?? null) : now;
  return (
    <td data-label={words.mapping}>
      {fits ? (
        <select name="mapa" defaultValue={`${key}=${chosen ?? ''}`} aria-label={words.mappingOf(key)}>
          <option value={`${key}=`}>{words.automatic}</option>
          {MAPPED_FIELDS.map((name) => (
            <option key={name} value={`${key}=${name}`}>
              {fields[name]}
            </option>
          ))}
        </select>
      ) : (
        <code className="quiet">{words.tooMany}</code>
      )}
    </td>
  );
}
