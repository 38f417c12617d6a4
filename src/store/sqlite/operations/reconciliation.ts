import type { FoundLead } from '../../../domain/delivery-ports.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { eventsWithoutAnswers, FORM_CHECK } from '../queries/platforms.ts';
import { rowId, saving } from '../rows/fields.ts';
import { retryEvent } from './event-changes.ts';
import { keepFetched } from './finish-jobs.ts';

const TAKE = `
insert into tarefas (nome, dono, ate) values (?, ?, ?)
on conflict (nome) do update set dono = excluded.dono, ate = excluded.ate
where dono is null or dono = excluded.dono or ate <= ?`;

const FINISH = 'update tarefas set dono = null, ate = null, feita_em = ? where nome = ? and dono = ?';

export const saveFormCheck = saving('formularios_conferidos', FORM_CHECK, ['plataforma', 'formulario_id']);

/** The event keeps the secret it was received with. Changes nothing if the client already has an event with this id. */
const GO_BY_CLIENT = `
update webhook_eventos as e set cliente_limite = ?
where id = ? and erro_codigo = 'wrong_client' and status = '${EventStatus.failed}' and not exists (
  select 1 from webhook_eventos o
  where o.origem = e.origem and o.identidade = e.identidade and o.especie = e.especie and o.cliente_limite = ?)`;

export function takeTask(connection: Connection, name: string, holder: string, until: number, now: number): boolean {
  return connection.statement(TAKE).run(name, holder, until, now).changes !== 0;
}

/** Changes nothing if the holder's lease ran out and another holder took over. */
export function finishTask(connection: Connection, name: string, holder: string, now: number): void {
  connection.statement(FINISH).run(now, name, holder);
}

/** `Reconciliation.correctClients`; the caller keeps each step short. */
export function correctClients(
  connection: Connection,
  events: readonly { readonly eventId: string; readonly clientId: string }[],
  now: number,
): number {
  return events.filter(({ eventId, clientId }) => {
    const { changes } = connection.statement(GO_BY_CLIENT).run(rowId(clientId), rowId(eventId), rowId(clientId));
    return changes !== 0 && retryEvent(connection, rowId(eventId), DEFAULT_QUEUE, now);
  }).length;
}

/** `Reconciliation.resumeFetched`; the caller keeps each step short. */
export function resumeFetched(connection: Connection, origin: Origin, leads: readonly FoundLead[], now: number): number {
  const bodies = new Map(leads.map(({ identity, body }) => [identity, body]));
  const events = eventsWithoutAnswers(connection, origin, [...bodies.keys()]);
  for (const { id: event, identity } of events) {
    keepFetched(connection, event, bodies.get(identity) as Uint8Array, now);
    // A job that is already due runs anyway.
    retryEvent(connection, event, DEFAULT_QUEUE, now);
  }
  return events.length;
}
