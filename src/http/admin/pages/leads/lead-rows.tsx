import type { ReactNode } from 'react';
import { type JsonObject, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { AnswerField } from '../../../../domain/answer-field.ts';
import { type Answer, type LeadView, UTM_FIELDS } from '../../../../domain/lead.ts';
import { leadList } from '../../addresses/lists.ts';
import { Foreign, Moment, type Row } from '../elements/format.tsx';
import { useMessages } from '../language.tsx';

/** The fields of a lead by what they tell; names are those of the JSON. Empty rows are left out by `Details`. */
export function personRows(lead: LeadView): readonly Row[] {
  const isNormal = lead.emailNormalized === lead.email;
  return [
    row('nome', lead.name),
    row('email', lead.email),
    row('email_normalizado', isNormal ? null : lead.emailNormalized),
    row('telefone', lead.phone),
    row('telefone_e164', lead.phoneE164),
    row('telefone_tipo', lead.phoneKind),
    row('mensagem', lead.message),
  ];
}

export function belongingRows(lead: LeadView): readonly Row[] {
  return [
    { name: 'cliente', value: named(leadList.address({ clientId: lead.clientId }), lead.clientName, lead.clientId) },
    { name: 'campanha', value: campaign(lead) },
    row('usuario', lead.userEmail),
  ];
}

function campaign({ campaignId, campaignName }: LeadView): ReactNode {
  return campaignId === null ? null : named(leadList.address({ campaignId }), campaignName ?? campaignId, campaignId);
}

/** A name with its id, linked to the leads that have the same. */
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

export function originRows(lead: LeadView): readonly Row[] {
  return [
    row('origem', lead.origin),
    row('identidade', lead.identity),
    {
      name: 'evento_id',
      value: <a href={`/admin/webhooks/${lead.eventId}`}>{lead.eventId}</a>,
    },
    { name: 'enviado_em', value: lead.submittedAt === null ? null : <Moment at={lead.submittedAt} /> },
    { name: 'criado_em', value: <Moment at={lead.createdAt} /> },
    { name: 'atualizado_em', value: lead.updatedAt === lead.createdAt ? null : <Moment at={lead.updatedAt} /> },
    ...UTM_FIELDS.map((field) => row(`utm_${field}`, lead.utm[field])),
    row('search_click_id', lead.searchClickId),
    row('gbraid', lead.gbraid),
    row('wbraid', lead.wbraid),
    row('social_click_id', lead.socialClickId),
    row('fbc', lead.fbc),
    row('fbp', lead.fbp),
  ];
}

export function markRows(lead: LeadView): readonly Row[] {
  return objectRows(lead.platform);
}

export function answerRows(lead: LeadView): readonly Row[] {
  return [...lead.answers.map(answerRow), row('consentimentos', lead.consents === null ? null : writeJson(lead.consents))];
}

function answerRow({ key, question, values, field }: Answer): Row {
  const { name, value } = row(question ?? key, values.join(', '));
  const isSaid = value !== null && field !== undefined && field !== 'nenhum';
  return { name, value: isSaid ? <SaidAnswer field={field}>{value}</SaidAnswer> : value };
}

/** An answer with what an operator or the platform says it is. */
function SaidAnswer({ field, children }: { readonly field: AnswerField; readonly children: ReactNode }): ReactNode {
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
