import { Fragment, type ReactNode } from 'react';
import type { MappingChange } from '../../../../domain/form-fields.ts';
import { type FormKey, type FormView, MAPPED_FIELDS, type MappingPreview } from '../../../../domain/form-mapping.ts';
import { Origin } from '../../../../domain/origin.ts';
import { maskLeadGain } from '../../../../presentation/form-record.ts';
import { maskText } from '../../../../presentation/masking.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { FORMS_PATH } from '../../addresses/paths.ts';
import { useFrame, useMessages, useWords } from '../context.tsx';
import { FormSummary } from '../elements/fields.tsx';
import { ChangeForm } from '../elements/form.tsx';
import { Count, Details, Foreign, ForeignLink, FullMoment, Name, PlatformFault } from '../elements/format.tsx';
import { RevealLink, Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface FormPageProps {
  readonly view: FormView;
  /** Examples are shown unmasked. */
  readonly reveal: boolean;
  /** The mapping that was chosen and is previewed. */
  readonly wished: MappingChange;
  readonly preview: MappingPreview | undefined;
}

/** A lead form: how each of its answers is read, and its mapping by operators. */
export function FormPage(props: FormPageProps): ReactNode {
  const { view, reveal, preview } = props;
  const { here } = useFrame();
  const { words, fields, number } = useWords('forms');
  const { form } = view;
  const name = form.name ?? form.formId;
  return (
    <AdminPage
      section="sources"
      title={`${fields.form} ${name}`}
      heading={<Foreign text={name} longest={200} />}
      subtitle={
        form.name === null ? undefined : (
          <span className="quiet">
            {fields.id} <Foreign text={form.formId} longest={200} />
          </span>
        )
      }
      back={{ href: FORMS_PATH, text: words.title }}
      notices={{ mapeado: words.saved, mapeado_em_parte: words.savedPartly }}
      actions={<RevealLink here={here} revealed={reveal} />}
    >
      <FormSummary form="map" />
      {preview === undefined ? null : <PreviewSection {...props} preview={preview} />}
      {form.withoutContact === 0 || preview !== undefined ? null : (
        <p className="notice notice-warn">{words.unreached(number(form.withoutContact), number(form.leads))}</p>
      )}
      <Facts view={view} />
      <FormKeys {...props} />
    </AdminPage>
  );
}

function Facts({ view: { form } }: { readonly view: FormView }): ReactNode {
  const { words, number, labels } = useWords('forms');
  const { clientId, clientName, pageId, questions, fault } = form;
  const asked = questions?.filter(({ type }) => type !== null).length ?? 0;
  return (
    <Details
      rows={[
        { name: labels.fields.source, value: labels.origins[form.origin] },
        { name: labels.fields.page, value: pageId === null ? null : <Foreign text={pageId} /> },
        { name: labels.fields.client, value: clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} /> },
        { name: labels.fields.leads, value: number(form.leads) },
        { name: labels.jsonFields.sem_contato, value: number(form.withoutContact) },
        {
          name: labels.jsonFields.perguntas,
          value: form.origin !== Origin.socialAds ? null : questions === null ? words.notAsked : words.questionsCount(asked),
        },
        { name: words.lastAsked, value: form.askedAt === null ? null : <FullMoment at={form.askedAt} /> },
        { name: labels.fields.error, value: fault === null ? null : <PlatformFault fault={fault} /> },
        { name: words.mapping, value: form.isToFill ? words.toFill : null },
      ]}
    />
  );
}

/** A posted form may have 16 KiB, so this many characters of encoded keys. Others are mapped with the command. */
const MOST_ENCODED = 12_000;

/** The characters around a key in the posted form: `&mapa=` and `=primeiro_nome`. */
const AROUND_KEY = 24;

/** Each key of a form with its answers, its mapping and who mapped it, and a choice for visitors who may change it. */
function FormKeys({ view, reveal, wished }: FormPageProps): ReactNode {
  const { here, mayChange } = useFrame();
  const { words, number } = useWords('forms');
  const table = <KeysTable keys={view.keys} reveal={reveal} wished={wished} />;
  return (
    <Section id="reading" title={words.reading} look="stack">
      <p className="quiet">{words.readingIntro(number(view.lookedAt))}</p>
      {view.keys.length === 0 || !mayChange ? (
        table
      ) : (
        <ChangeForm action={`${here}/previa`} hidden={{ mostrar: reveal ? '1' : undefined }} className="stack">
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

function KeysTable({ keys, reveal, wished }: Pick<FormPageProps, 'reveal' | 'wished'> & Pick<FormView, 'keys'>): ReactNode {
  const { mayChange } = useFrame();
  const { words, fields, jsonFields } = useWords('forms');
  const fitting = fittingKeys(keys);
  return (
    <Table
      look="form-keys"
      caption={words.reading}
      rows={keys}
      none={<p className="empty">{words.noKeys}</p>}
      columns={[
        { name: fields.question, cell: (shown) => <Question shown={shown} /> },
        { name: jsonFields.respostas, cell: (shown) => <Answers shown={shown} reveal={reveal} /> },
        { name: fields.readAs, cell: (shown) => <Reading shown={shown} /> },
        mayChange
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

/** The effect of the chosen mapping on the stored leads, and the button that applies it. */
function PreviewSection({ wished, preview, reveal }: FormPageProps & { readonly preview: MappingPreview }): ReactNode {
  const { here } = useFrame();
  const { words, actions, number } = useWords('forms');
  const fields = useMessages().web.answerFields;
  const { leads, changed, gained, withoutContact, unusable, examples, isComplete } = preview;
  const counted = (count: number): string => words.leadsCount(number(count), count);
  return (
    <Section id="preview" title={words.previewTitle} look="panel stack">
      <p role="status">
        <strong>{words.wouldChange(number(changed), counted(leads))}</strong> {isComplete ? null : words.partly}
      </p>
      <Details
        rows={[
          { name: words.contactNow, value: words.fromTo(number(withoutContact.before), number(withoutContact.after)) },
          ...Array.from(gained, ([field, count]) => ({ name: words.gain(fields[field]), value: counted(count) })),
        ]}
      />
      {unusable.map(({ key, field, leads: count }) => (
        <p key={key} className="notice notice-warn">
          <Foreign text={words.unusable(counted(count), key, fields[field])} />
        </p>
      ))}
      {examples.length === 0 ? null : <GainExamples preview={preview} reveal={reveal} />}
      <p className="quiet">{words.notUndone}</p>
      <ChangeForm
        action={`${here}/mapa`}
        hidden={Object.entries(wished).map(([key, field]) => ['mapa', `${key}=${field ?? ''}`] as const)}
        className="buttons"
      >
        <button type="submit" className="primary">
          {words.save}
        </button>
        <a className="button" href={here}>
          {actions.cancel}
        </a>
      </ChangeForm>
    </Section>
  );
}

function GainExamples({ preview, reveal }: { readonly preview: MappingPreview; readonly reveal: boolean }): ReactNode {
  const { words } = useWords('forms');
  const { labels } = useMessages();
  const fields = useMessages().web.answerFields;
  const examples = reveal ? preview.examples : preview.examples.map(maskLeadGain);
  return (
    <Table
      caption={labels.fields.examples}
      rows={examples}
      columns={[
        { name: labels.fields.lead, look: 'fit', cell: ({ leadId }) => <a href={`/admin/leads/${leadId}`}>{leadId}</a> },
        {
          name: words.gains,
          cell: ({ gained }) => (
            <ul className="keys">
              {gained.map(({ field, value }) => (
                <li key={field}>
                  <span className="quiet">{fields[field]}</span> <Foreign text={value} longest={80} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
