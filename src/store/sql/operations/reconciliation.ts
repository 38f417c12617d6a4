import { DAY_MS } from '../../../base/time-units.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder, someInOrder } from '../in-order.ts';
import { eventsIdentified } from '../keys/event-keys.ts';
import { eventsWithoutAnswers, FORM_CHECK } from '../queries/platforms.ts';
import { rowId, saving } from '../rows/fields.ts';
import { retryEvent } from './event-changes.ts';
import { keepFetched } from './finish-jobs.ts';

const TAKE = `
insert into tarefas (nome, dono, ate) values (?, ?, ?)
on conflict (nome) do update set dono = excluded.dono, ate = excluded.ate
where tarefas.dono is null or tarefas.dono = excluded.dono or tarefas.ate <= ? or tarefas.ate > ?`;

/** No task is held for longer, in ms: a hold that ends later was taken while the clock was ahead. */
const LONGEST_HOLD_MS = DAY_MS;

const FINISH = 'update tarefas set dono = null, ate = null, feita_em = ? where nome = ? and dono = ?';

export const saveFormCheck = saving('formularios_conferidos', FORM_CHECK, ['plataforma', 'formulario_id']);

const WRONG_CLIENT = `
select e.origem, e.identidade from evento_fins f cross join eventos e on e.id = f.evento_id
where f.evento_id = ? and f.erro_codigo = 'wrong_client' and e.especie = 'lead'`;

const IS_LIMITED_TO = 'select 1 from eventos where id = ? and cliente_limite = ?';

const LIMIT_TO = 'update eventos set cliente_limite = ? where id = ?';

export const takeTask: PortOperation<'takeTask'> = async (connection, name, holder, until, now) => {
  return (await connection.run(TAKE, name, holder, until, now, now + LONGEST_HOLD_MS)) !== 0;
};

/** Changes nothing if the holder's lease ran out and another holder took over. */
export const finishTask: PortOperation<'finishTask'> = async (connection, name, holder, now) => {
  await connection.run(FINISH, now, name, holder);
};

/** The caller keeps each step short. */
export const correctClients: PortOperation<'correctClients'> = async (connection, events, now) => {
  return (
    await filterInOrder(events, async ({ eventId, clientId }) => {
      return (
        (await goByClient(connection, rowId(eventId), rowId(clientId))) &&
        (await retryEvent(connection, rowId(eventId), now, DEFAULT_QUEUE))
      );
    })
  ).length;
};

/** The event keeps the secret it was received with. False if the client already has an event with this id. */
async function goByClient(connection: Connection, event: number, client: number): Promise<boolean> {
  const found = await connection.get<{ readonly origem: Origin; readonly identidade: string }>(WRONG_CLIENT, event);
  if (found === undefined) return false;
  const same = await eventsIdentified(connection, found.origem, { identity: found.identidade });
  if (await someInOrder(same, async (id) => (await connection.get(IS_LIMITED_TO, id, client)) !== undefined)) return false;
  await connection.run(LIMIT_TO, client, event);
  return true;
}

/** The caller keeps each step short. */
export const resumeFetched: PortOperation<'resumeFetched'> = async (connection, origin, leads, now) => {
  const bodies = new Map(leads.map(({ identity, body }) => [identity, body]));
  const events = await eventsWithoutAnswers(connection, origin, [...bodies.keys()]);
  for (const { id: event, identity } of events) {
    await keepFetched(connection, event, bodies.get(identity) as Uint8Array, now);
    // A job that is already due runs anyway.
    await retryEvent(connection, event, now, DEFAULT_QUEUE);
  }
  return events.length;
};
