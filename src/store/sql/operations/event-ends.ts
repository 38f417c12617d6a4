import type { Fault } from '../../../domain/fault.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection, Insertion } from '../connection.ts';
import { eventsOfLead } from '../queries/events-of-lead.ts';
import { rowId } from '../rows/fields.ts';
import type { AppliedLead } from './create-leads.ts';

const EVENTS_PROCESSED: Insertion = {
  table: 'evento_fins',
  columns: ['evento_id', 'lead_id', 'criou', 'processado_em'],
  onConflict: `on conflict (evento_id) do update set lead_id = excluded.lead_id, criou = excluded.criou, processado_em = excluded.processado_em,
     erro_codigo = null, erro_parametros = null, erro_alvo = ''`,
};

/** The event keeps the lead that it had before. */
const EVENT_FAILED = `
insert into evento_fins (evento_id, processado_em, erro_codigo, erro_parametros, erro_alvo) values (?, ?, ?, ?, ?)
on conflict (evento_id) do update set processado_em = excluded.processado_em, erro_codigo = excluded.erro_codigo,
  erro_parametros = excluded.erro_parametros, erro_alvo = excluded.erro_alvo`;

/** A failed event ends well: there is nothing left to fix. */
const EVENT_ERASED = `
insert into evento_fins (evento_id, processado_em, apagado_em) select ?, em, em from apagamentos where id = ?
on conflict (evento_id) do update set processado_em = ifnull(evento_fins.processado_em, excluded.processado_em), erro_codigo = null,
  erro_parametros = null, erro_alvo = '', apagado_em = ifnull(evento_fins.apagado_em, excluded.apagado_em)`;

const REOPEN_EVENT = `
update evento_fins set processado_em = null, erro_codigo = null, erro_parametros = null, erro_alvo = '' where evento_id = ?`;

/** Marks events as processed; `leads` is keyed by event id. */
export async function eventsProcessed(connection: Connection, leads: ReadonlyMap<string, AppliedLead>, now: number): Promise<void> {
  if (leads.size === 0) return;
  const ends = Array.from(leads, ([eventId, lead]) => [rowId(eventId), rowId(lead.id), lead.eventId === eventId ? 1 : 0, now]);
  await connection.insertRows(EVENTS_PROCESSED, ends);
  const { tally } = connection;
  for (const [eventId, { clientId, campaignId }] of leads) {
    const event = rowId(eventId);
    tally.holds(event, ['status', EventStatus.processed]);
    tally.holds(event, ['cliente', clientId]);
    if (campaignId !== null) tally.holds(event, ['campanha', campaignId]);
  }
}

export async function eventFailed(
  connection: Connection,
  eventRow: number,
  { code, params, named = '' }: Fault,
  now: number,
): Promise<void> {
  await connection.run(EVENT_FAILED, eventRow, now, code, params, named);
}

/** The person of an event is erased. */
export async function eventErased(connection: Connection, eventRow: number, erasure: number): Promise<void> {
  await connection.run(EVENT_ERASED, eventRow, erasure);
  connection.tally.holds(eventRow, ['status', EventStatus.processed]);
}

/** Sets an event back to `recebido`. */
export async function reopenEvent(connection: Connection, eventRow: number): Promise<void> {
  await connection.run(REOPEN_EVENT, eventRow);
}

/** The events of a lead belong to the campaign that it has just been given. */
export async function eventsOfCampaign(connection: Connection, leadRow: number, campaignId: string): Promise<void> {
  for (const event of await eventsOfLead(connection, leadRow)) connection.tally.holds(event, ['campanha', campaignId]);
}
