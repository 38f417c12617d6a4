import type { ReactNode } from 'react';
import { type JsonObject, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { AnswerField } from '../../../../domain/form-mapping.ts';
import { type Answer, type LeadView, UTM_FIELDS } from '../../../../domain/lead.ts';
import type { Messages } from '../../../../messages/messages.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { leadList } from '../../addresses/lists.ts';
import { Foreign, type Row } from '../elements/format.tsx';
import { FullMoment } from '../elements/moment.tsx';
import { useMessages } from '../language.tsx';

/** The fields of a lead by topic. `Details` drops empty rows. */
export function personRows(lead: LeadView, messages: Messages): readonly Row[] {
  const isNormal = lead.emailNormalized === lead.email;
  return [
    field(messages, 'nome', lead.name),
    field(messages, 'email', lead.email),
    field(messages, 'email_normalizado', isNormal ? null : lead.emailNormalized),
    field(messages, 'telefone', lead.phone),
    field(messages, 'telefone_e164', lead.phoneE164),
    field(messages, 'telefone_tipo', lead.phoneKind && labelOf(messages, 'phoneKinds', lead.phoneKind)),
    field(messages, 'mensagem', lead.message),
  ];
}

export function belongingRows(lead: LeadView, messages: Messages): readonly Row[] {
  return [
    {
      name: labelOf(messages, 'jsonFields', 'cliente'),
      value: named(leadList.address({ clientId: lead.clientId }), lead.clientName, lead.clientId),
    },
    { name: labelOf(messages, 'jsonFields', 'campanha'), value: campaign(lead) },
    field(messages, 'usuario', lead.userEmail),
  ];
}

function field(messages: Messages, name: string, text: string | null): Row {
  return row(labelOf(messages, 'jsonFields', name), text);
}

function campaign({ campaignId, campaignName }: LeadView): ReactNode {
  return campaignId === null ? null : named(leadList.address({ campaignId }), campaignName ?? campaignId, campaignId);
}

/** A name with its id, linked to the leads that share it. */
function named(path: string, name: string, id: string): ReactNode {
  return (
    <>
      <a href={path}>
        <Foreign text={name} />
      </a>{' '}
      <span className="quiet">
        <Foreign text={id} />
      </span>
    </>
  );
}

export function originRows(lead: LeadView, messages: Messages): readonly Row[] {
  const at = (name: string, time: number | null): Row => ({
    name: labelOf(messages, 'jsonFields', name),
    value: time === null ? null : <FullMoment at={time} />,
  });
  return [
    field(messages, 'origem', messages.labels.origins[lead.origin]),
    field(messages, 'identidade', lead.erasedAt === null ? lead.identity : null),
    { name: labelOf(messages, 'jsonFields', 'evento_id'), value: <a href={`/admin/webhooks/${lead.eventId}`}>{lead.eventId}</a> },
    at('enviado_em', lead.submittedAt),
    at('criado_em', lead.createdAt),
    at('atualizado_em', lead.updatedAt === lead.createdAt ? null : lead.updatedAt),
    at('apagado_em', lead.erasedAt),
    ...UTM_FIELDS.map((name) => row(`utm_${name}`, lead.utm[name])),
    field(messages, 'search_click_id', lead.searchClickId),
    row('gbraid', lead.gbraid),
    row('wbraid', lead.wbraid),
    field(messages, 'social_click_id', lead.socialClickId),
    row('fbc', lead.fbc),
    row('fbp', lead.fbp),
  ];
}

export function markRows(lead: LeadView): readonly Row[] {
  return objectRows(lead.platform);
}

export function answerRows(lead: LeadView, messages: Messages): readonly Row[] {
  return [...lead.answers.map(answerRow), field(messages, 'consentimentos', lead.consents === null ? null : writeJson(lead.consents))];
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

export function otherRows(lead: LeadView): readonly Row[] {
  return objectRows(lead.extras);
}

function objectRows(object: JsonObject): readonly Row[] {
  return Object.entries(object).map(([name, value]) => row(name, scalarText(value) ?? writeJson(value)));
}

function row(name: string, text: string | null): Row {
  return { name, value: text === null || text === '' ? null : <Foreign text={text} /> };
}
