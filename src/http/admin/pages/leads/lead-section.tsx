import type { ReactNode } from 'react';
import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { AnswerField } from '../../../../domain/form-mapping.ts';
import { type Answer, type LeadChange, type LeadView, UTM_FIELDS } from '../../../../domain/lead.ts';
import type { Messages } from '../../../../messages/messages.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { leadChangeRecord } from '../../../../presentation/lead-record.ts';
import type { Visibility } from '../../../../presentation/record.ts';
import { leadList } from '../../addresses/lists.ts';
import { useMessages, useWords } from '../context.tsx';
import { Details, Foreign, ForeignLink, FullMoment, type Row } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';

/** The lead that an event created or changed, in short; the caller masks it. */
export function LeadSection({ lead }: { readonly lead: LeadView | null }): ReactNode {
  const { words, messages } = useWords('lead');
  if (lead === null) return null;
  const { person, belonging, answers } = topicsOf(lead, messages);
  return (
    <section aria-labelledby="lead">
      <div className="heading">
        <h2 id="lead">{messages.labels.fields.lead}</h2>
        <a href={`/admin/leads/${lead.id}`}>{words.openLead}</a>
      </div>
      <TestNotice lead={lead} />
      <Details rows={[...person, ...belonging, ...answers]} />
    </section>
  );
}

/** Everything stored of a lead, in groups. */
export function LeadGroups({ lead }: { readonly lead: LeadView }): ReactNode {
  const { words, messages, fields, jsonFields } = useWords('lead');
  const { groups } = words;
  const topics = topicsOf(lead, messages);
  return (
    <div className="field-groups">
      <Group name={groups.person} rows={topics.person} />
      <Group name={groups.belonging} rows={topics.belonging} />
      <Group name={fields.source} rows={topics.origin} />
      <Group name={jsonFields.respostas} rows={topics.answers} />
      <Group name={groups.marks} rows={topics.marks} />
      <Group name={jsonFields.extras} rows={topics.others} />
    </div>
  );
}

function Group({ name, rows }: { readonly name: string; readonly rows: readonly Row[] }): ReactNode {
  if (rows.every(({ value }) => value === null)) return null;
  return (
    <section>
      <h2>{name}</h2>
      <Details rows={rows} />
    </section>
  );
}

export function TestNotice({ lead }: { readonly lead: LeadView }): ReactNode {
  const { words } = useWords('lead');
  return lead.isTest ? <p className="notice notice-warn">{words.test}</p> : null;
}

/** For a lead or an event of an erased person. */
export function ErasedNotice({ erasedAt }: { readonly erasedAt: number | null }): ReactNode {
  const { people } = useMessages();
  if (erasedAt === null) return null;
  return (
    <p className="notice notice-warn">
      {people.erasedNotice} <FullMoment at={erasedAt} />
    </p>
  );
}

/** The fields of a lead by topic. `Details` drops empty rows. */
export function topicsOf(lead: LeadView, messages: Messages) {
  const labelled = (name: string, value: ReactNode): Row => ({ name: labelOf(messages, 'jsonFields', name), value });
  const field = (name: string, text: string | null): Row => labelled(name, foreign(text));
  const at = (name: string, time: number | null): Row => labelled(name, time === null ? null : <FullMoment at={time} />);
  const { clientId, campaignId, eventId } = lead;
  return {
    person: [
      field('nome', lead.name),
      field('email', lead.email),
      field('email_normalizado', lead.emailNormalized === lead.email ? null : lead.emailNormalized),
      field('telefone', lead.phone),
      field('telefone_e164', lead.phoneE164),
      field('telefone_tipo', lead.phoneKind && labelOf(messages, 'phoneKinds', lead.phoneKind)),
      field('mensagem', lead.message),
    ],
    belonging: [
      labelled('cliente', named(leadList.address({ clientId }), lead.clientName, clientId)),
      labelled(
        'campanha',
        campaignId === null ? null : named(leadList.address({ campaignId }), lead.campaignName ?? campaignId, campaignId),
      ),
      field('usuario', lead.userEmail),
    ],
    origin: [
      field('origem', messages.labels.origins[lead.origin]),
      field('identidade', lead.erasedAt === null ? lead.identity : null),
      labelled('evento_id', <a href={`/admin/webhooks/${eventId}`}>{eventId}</a>),
      at('enviado_em', lead.submittedAt),
      at('criado_em', lead.createdAt),
      at('atualizado_em', lead.updatedAt === lead.createdAt ? null : lead.updatedAt),
      at('apagado_em', lead.erasedAt),
      ...UTM_FIELDS.map((name) => row(`utm_${name}`, lead.utm[name])),
      field('search_click_id', lead.searchClickId),
      row('gbraid', lead.gbraid),
      row('wbraid', lead.wbraid),
      field('social_click_id', lead.socialClickId),
      row('fbc', lead.fbc),
      row('fbp', lead.fbp),
    ],
    answers: [...lead.answers.map(answerRow), field('consentimentos', lead.consents === null ? null : writeJson(lead.consents))],
    marks: objectRows(lead.platform),
    others: objectRows(lead.extras),
  } satisfies Record<string, readonly Row[]>;
}

/** A name with its id, linked to the leads that share it. */
function named(path: string, name: string, id: string): ReactNode {
  return (
    <>
      <ForeignLink href={path} text={name} />{' '}
      <span className="quiet">
        <Foreign text={id} />
      </span>
    </>
  );
}

function answerRow({ key, question, values, field }: Answer): Row {
  const { name, value } = row(question ?? key, values.join(', '));
  const isSaid = value !== null && field !== undefined && field !== 'nenhum';
  return { name, value: isSaid ? <MappedAnswer field={field}>{value}</MappedAnswer> : value };
}

/** An answer with its mapping by an operator or the platform. */
function MappedAnswer({ field, children }: { readonly field: AnswerField; readonly children: ReactNode }): ReactNode {
  const fields = useMessages().web.answerFields;
  return (
    <>
      {children} <span className="quiet">({fields[field]})</span>
    </>
  );
}

function objectRows(object: JsonObject): readonly Row[] {
  return Object.entries(object).map(([name, value]) => row(name, scalarText(value) ?? writeJson(value)));
}

function row(name: string, text: string | null): Row {
  return { name, value: foreign(text) };
}

/** A text that a sender may have left empty. */
function foreign(text: string | null): ReactNode {
  return text === null || text === '' ? null : <Foreign text={text} />;
}

/** The changes of an event to a lead, field by field. */
export function LeadChanges({ change, reveal }: { readonly change: LeadChange } & Visibility): ReactNode {
  const { messages, labels, web } = useWords('lead');
  const fields = leadChangeRecord.write(change, { reveal }).campos;
  return (
    <Table
      caption={web.lead.changes}
      rows={fields}
      columns={[
        { name: labels.fields.field, cell: ({ campo }) => <span title={campo}>{labelOf(messages, 'jsonFields', campo)}</span> },
        { name: labels.fields.before, cell: ({ antes }) => <Value value={antes} /> },
        { name: labels.fields.after, cell: ({ depois }) => <Value value={depois} /> },
      ]}
    />
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  const { words } = useWords('lead');
  const text = value === null ? '' : (scalarText(value) ?? writeJson(value));
  return text === '' || text === '[]' || text === '{}' ? <span className="quiet">{words.empty}</span> : <Foreign text={text} />;
}
