import type { FormCheck, FoundLead } from '../../../domain/delivery-ports.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { eventsWithoutAnswers } from '../queries/platforms.ts';
import { rowId } from '../rows/row-id.ts';
import { retryEvent } from './event-changes.ts';
import { keepFetched } from './finish-jobs.ts';

const TAKE = `
insert into tarefas (nome, dono, ate) values (?, ?, ?)
on conflict (nome) do update set dono = excluded.dono, ate = excluded.ate
where dono is null or dono = excluded.dono or ate <= ?`;

const FINISH = 'update tarefas set dono = null, ate = null, feita_em = ? where nome = ? and dono = ?';

const SAVE_CHECK = `
insert or replace into formularios_conferidos
  (plataforma, formulario_id, pagina_id, guardado_ate, conferido_em, encontrados, faltavam, recuperados, erro_codigo,
  erro_mensagem)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The secret it came by stays with the event. Nothing when the client has an event with its id already. */
const GO_BY_CLIENT = `
update webhook_eventos as e set cliente_limite = ?
where id = ? and erro_codigo = 'wrong_client' and status = '${EventStatus.failed}' and not exists (
  select 1 from webhook_eventos o
  where o.origem = e.origem and o.identidade = e.identidade and o.especie = e.especie and o.cliente_limite = ?)`;

export function takeTask(connection: Connection, name: string, holder: string, until: number, now: number): boolean {
  return connection.statement(TAKE).run(name, holder, until, now).changes !== 0;
}

/** A holder whose time was over and whose work another took notes nothing. */
export function finishTask(connection: Connection, name: string, holder: string, now: number): void {
  connection.statement(FINISH).run(now, name, holder);
}

export function saveFormCheck(connection: Connection, check: FormCheck): void {
  connection
    .statement(SAVE_CHECK)
    .run(
      check.platform,
      check.formId,
      check.pageId,
      check.storedUntil,
      check.checkedAt,
      check.found,
      check.missing,
      check.healed,
      check.fault?.code ?? null,
      check.fault?.message ?? null,
    );
}

/** `Reconciliation.healWrongClient`; the caller keeps one step short. */
export function healWrongClient(
  connection: Connection,
  events: readonly { readonly eventId: string; readonly clientId: string }[],
  now: number,
): number {
  return events.filter(({ eventId, clientId }) => {
    const { changes } = connection.statement(GO_BY_CLIENT).run(rowId(clientId), rowId(eventId), rowId(clientId));
    return changes !== 0 && retryEvent(connection, rowId(eventId), DEFAULT_QUEUE, now);
  }).length;
}

/** `Reconciliation.resumeFetched`; the caller keeps one step short. */
export function resumeFetched(connection: Connection, origin: Origin, leads: readonly FoundLead[], now: number): number {
  const bodies = new Map(leads.map(({ identity, body }) => [identity, body]));
  const events = eventsWithoutAnswers(connection, origin, [...bodies.keys()]);
  for (const { id: event, identity } of events) {
    keepFetched(connection, event, bodies.get(identity) as Uint8Array, now);
    // One that is due already runs without this.
    retryEvent(connection, event, DEFAULT_QUEUE, now);
  }
  return events.length;
}
