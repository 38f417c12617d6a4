import { OperatorAction } from '../../../domain/activity.ts';
import { ConsentAct, type NewConsent } from '../../../domain/consent.ts';
import type { Lead } from '../../../domain/lead.ts';
import { appError, notFound } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import { recordActivity } from './control.ts';
import { leadsOfPerson, type PersonContacts } from './leads-of-person.ts';

/** An event that is processed again states nothing new. No unique index: a text is longer than PostgreSQL's indexes take. */
const INSERT = `
insert into consentimentos
  (lead_id, evento_id, finalidade, decisao, ocorrida_em, vale_desde, texto, ip_pessoa, formulario_id, ip, registrado_em)
select ?, e.id, s.value ->> 0, s.value ->> 1, (s.value ->> 2)/*!::bigint*/, (s.value ->> 3)/*!::bigint*/, s.value ->> 4, s.value ->> 5, ?, e.ip, ?
from json_each(/*!json*/ ?) s cross join eventos e on e.id = ?
where not exists (
  select 1 from consentimentos c where c.lead_id = ? and c.evento_id = e.id and c.finalidade is not distinct from s.value ->> 0
    and c.decisao = s.value ->> 1 and c.ocorrida_em is not distinct from (s.value ->> 2)/*!::bigint*/ and c.texto is not distinct from s.value ->> 4)`;

const INSERT_CHANGE = `
insert into consentimentos (lead_id, finalidade, decisao, ocorrida_em, vale_desde, registrado_em, registrado_por, motivo)
select value, ?, ?, ?, ?, ?, ?, ? from json_each(?)`;

const PERSON = `
select id, cliente_id as client, email_normalizado as "emailNormalized", telefone_chave as "phoneKey", teste as "isTest",
  apagado_em as "erasedAt"
from lead_linhas where id = ?`;

const INHERIT = `
insert into consentimentos
  (lead_id, evento_id, finalidade, decisao, ocorrida_em, vale_desde, texto, ip_pessoa, formulario_id, ip, registrado_em, registrado_por, motivo)
select distinct ?/*!::bigint*/, c.evento_id, c.finalidade, c.decisao, c.ocorrida_em, c.vale_desde, c.texto, c.ip_pessoa, c.formulario_id, c.ip,
  ?/*!::bigint*/, c.registrado_por, c.motivo
from consentimentos c cross join lead_linhas l on l.id = c.lead_id
where c.decisao = '${ConsentAct.withdrawn}' and c.vale_desde >= ? and l.id <> ? and l.cliente_id = ? and l.teste = ?
  and (l.email_normalizado = ? or l.telefone_chave = ?)
  and not exists (
    select 1 from consentimentos o where o.lead_id = ? and o.evento_id is not distinct from c.evento_id and o.decisao = c.decisao
      and o.finalidade is not distinct from c.finalidade and o.vale_desde = c.vale_desde)`;

interface PersonRow extends Omit<PersonContacts, 'isTest'> {
  readonly client: number;
  readonly isTest: 0 | 1;
  readonly erasedAt: number | null;
}

type NewLead = Pick<Lead, 'id' | 'clientId'>;

/** `submittedAt`: UTC ms. */
type LateLead = PersonContacts & { readonly submittedAt: number | null };

/** The consents in an event. */
export interface EventConsents {
  readonly consents: readonly NewConsent[] | undefined;
  readonly eventId: string;
  readonly formId: string | null;
}

/** Records what an event states about the consents of its lead. */
export async function recordConsents(
  connection: Connection,
  leadRow: number,
  { consents, eventId, formId }: EventConsents,
  now: number,
): Promise<void> {
  if (consents === undefined) return;
  const stated = new Map(
    consents.map(({ purpose, act, at, since, text, ip }) => [
      JSON.stringify([purpose, act, at, text]),
      [purpose, act, at, since, text, ip],
    ]),
  );
  await connection.run(INSERT, leadRow, formId, now, JSON.stringify([...stated.values()]), rowId(eventId), leadRow);
}

/**
 * A lead that is created, or gets a contact, after its person has withdrawn something, although it was submitted before: its answers came
 * late, or its event failed at first.
 */
export async function inheritWithdrawals(connection: Connection, lead: NewLead, fields: LateLead, now: number): Promise<void> {
  const { submittedAt, isTest, emailNormalized, phoneKey } = fields;
  if (submittedAt === null) return;
  const row = rowId(lead.id);
  await connection.run(INHERIT, row, now, submittedAt, row, rowId(lead.clientId), isTest ? 1 : 0, emailNormalized, phoneKey, row);
}

/** `Consents.changeConsent`: what is withdrawn is withdrawn for all leads of the person. */
export const changeConsent: PortOperation<'changeConsent'> = async (connection, change, operator) => {
  const { leadId, purpose, act, at, reason } = change;
  const { now, name } = operator;
  const person = await connection.get<PersonRow>(PERSON, rowId(leadId));
  if (person === undefined) throw notFound('lead', leadId);
  if (person.erasedAt !== null) throw appError('conflict', (m) => m.errors.store.erasedLead({ id: leadId }));
  const contacts = { ...person, isTest: person.isTest === 1 };
  const others = act === ConsentAct.withdrawn ? await leadsOfPerson(connection, person.client, contacts) : [];
  const leads = JSON.stringify([...new Set([rowId(leadId), ...others])]);
  await connection.run(INSERT_CHANGE, purpose, act, at, at, now, name, reason, leads);
  const action = act === ConsentAct.granted ? OperatorAction.grantConsent : OperatorAction.withdrawConsent;
  await recordActivity(connection, action, `lead:${leadId}`, purpose ?? '', operator);
};
