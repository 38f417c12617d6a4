import type { Connection } from '../connection.ts';
import { CONVERSION_JOBS } from '../rows/job-rows.ts';
import { idWindow } from './id-window.ts';
import { totalOf } from './walk.ts';

/** Ended jobs read in one step; about 1 µs each. */
const LOOKED_AT = 10_000;

const NEXT = `
select id, fila = ? and erro_codigo is null and finalizado_em < ? as finished from fila_encerrados
where id >= ? and id < ? order by id limit ${LOOKED_AT}`;

const COUNT = `
select count(*) as total from fila_encerrados where id >= ? and id < ? and fila = ? and erro_codigo is null and finalizado_em < ?`;

/** Ids of one step, and where the next one begins; `null` at the end. */
interface PrunableStep {
  readonly ids: readonly number[];
  readonly next: number | null;
}

/** Jobs of a queue that ended well before a time: the first `limit` among those with ids from `from`. */
export async function nextPrunable(
  connection: Connection,
  queue: string,
  before: number,
  from: number,
  limit: number,
): Promise<PrunableStep> {
  const [span, ...later] = (await spansBefore(connection, before)).filter(({ end }) => from < end);
  if (span === undefined) return { ids: [], next: null };
  const rows = await connection.all<{ readonly id: number; readonly finished: 0 | 1 }>(
    NEXT,
    queue,
    before,
    Math.max(from, span.first),
    span.end,
  );
  const ids = rows.filter(({ finished }) => finished === 1).map(({ id }) => id);
  if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit] as number };
  const last = rows.length < LOOKED_AT ? undefined : rows.at(-1);
  return { ids, next: last === undefined ? (later[0]?.first ?? null) : last.id + 1 };
}

export async function countFinishedBefore(connection: Connection, queue: string, before: number): Promise<number> {
  let finished = 0;
  for (const { first, end } of await spansBefore(connection, before))
    finished += await totalOf(connection, COUNT, first, end, queue, before);
  return finished;
}

/** Jobs that can have ended before a time, by the ids of the events and conversions of by then: no index of times is needed. */
async function spansBefore(connection: Connection, before: number): Promise<readonly { readonly first: number; readonly end: number }[]> {
  const events = (await idWindow(connection, 'webhook_eventos', { until: before })).below;
  const conversions = (await idWindow(connection, 'conversoes', { until: before })).below;
  return [
    { first: 0, end: Math.min(events, CONVERSION_JOBS) },
    { first: CONVERSION_JOBS, end: CONVERSION_JOBS + conversions },
  ];
}
