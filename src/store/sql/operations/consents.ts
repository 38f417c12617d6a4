import { OperatorAction } from '../../../domain/activity.ts';
import { ConsentAct, type ConsentChange, type NewConsent } from '../../../domain/consent.ts';
import type { Operator } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import { recordActivity } from './control.ts';

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
select id, ?, ?, ?, ?, ?, ?, ? from lead_linhas where id = ?`;

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

/** `Consents.changeConsent` */
export async function changeConsent(connection: Connection, change: ConsentChange, operator: Operator): Promise<void> {
  const { leadId, purpose, act, at, reason } = change;
  const { now, name } = operator;
  const changes = await connection.run(INSERT_CHANGE, purpose, act, at, at, now, name, reason, rowId(leadId));
  if (changes === 0) throw appError('not_found', (m) => m.errors.store.noLead({ id: leadId }));
  const action = act === ConsentAct.granted ? OperatorAction.grantConsent : OperatorAction.withdrawConsent;
  await recordActivity(connection, action, `lead:${leadId}`, purpose ?? '', operator);
}
