import type { ClaimedJob } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import type { TakenJob } from '../operations/claim-jobs.ts';
import { textId } from '../rows/fields.ts';

/** Named as the fields of a claimed job: this is read for every job. */
const EVENTS = `
select cast(id as text) as eventId, origem as origin, event_type as eventType, identidade as identity, corpo as body,
  recebido_em as receivedAt, recusado_em as refusedAt, requisicao_id as requestId, cast(cliente_limite as text) as limitedTo
from eventos where id in (select value from json_each(?))`;

type EventOfJob = Omit<ClaimedJob, keyof TakenJob>;

/** Jobs that a worker has just claimed, with their events. */
export async function claimedJobs(connection: Connection, taken: readonly TakenJob[]): Promise<readonly ClaimedJob[]> {
  const rows = await connection.all<EventOfJob>(EVENTS, JSON.stringify(taken.map(({ eventRow }) => eventRow)));
  const events = new Map(rows.map((event) => [event.eventId, event]));
  return taken.map(({ eventRow, ...job }) => ({ ...job, ...(events.get(textId(eventRow)) as EventOfJob) }));
}
