import type { ClaimedJob } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import type { TakenJob } from '../operations/claim-jobs.ts';
import { optionalId, textId } from '../rows/fields.ts';

const EVENTS = `
select id, origem, event_type, identidade, corpo, recebido_em, recusado_em, requisicao_id, cliente_limite
from eventos where id in (select value from json_each(?))`;

interface EventRow {
  readonly id: number;
  readonly origem: Origin;
  readonly event_type: string;
  readonly identidade: string;
  readonly corpo: Uint8Array;
  readonly recebido_em: number;
  readonly recusado_em: number | null;
  readonly requisicao_id: string;
  readonly cliente_limite: number | null;
}

/** Jobs that a worker has just claimed, with their events. */
export async function claimedJobs(connection: Connection, taken: readonly TakenJob[]): Promise<readonly ClaimedJob[]> {
  const rows = await connection.all<EventRow>(EVENTS, JSON.stringify(taken.map(({ eventRow }) => eventRow)));
  const events = new Map(rows.map((row) => [row.id, row]));
  return taken.map((job) => claimedJob(job, events.get(job.eventRow) as EventRow));
}

function claimedJob({ eventRow: _, ...job }: TakenJob, event: EventRow): ClaimedJob {
  return {
    ...job,
    eventId: textId(event.id),
    origin: event.origem,
    eventType: event.event_type,
    identity: event.identidade,
    body: event.corpo,
    receivedAt: event.recebido_em,
    refusedAt: event.recusado_em,
    requestId: event.requisicao_id,
    limitedTo: optionalId(event.cliente_limite),
  };
}
