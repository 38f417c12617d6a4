import { MINUTE_MS } from '../../../base/time-units.ts';
import type { SpanFigures } from '../../../domain/daily-figures.ts';
import type { Connection } from '../connection.ts';
import { idWindow } from './id-window.ts';
import { totalOf } from './walk.ts';

/** Maximum leads of a span that are measured, evenly distributed over it. */
const MOST_MEASURED = 500;

/** Both counts read an index only. */
const COUNT_LEADS = `
select (select count(*) from leads where enviado_em >= ? and enviado_em < ?)
  - (select count(*) from leads where enviado_em >= ? and enviado_em < ? and teste = 1) as total`;

const COUNT_FAILURES = 'select ifnull(sum(falhas), 0) as total from fila_minutos where fila = ? and minuto >= ? and minuto < ?';

/** The first lead of each range of IDs. One statement: on a server, one for each range would take 500 round trips. */
const TIMES_TO_LEAD = `
with recursive ranges (start) as (select cast(? as bigint) union all select start + ? from ranges where start + ? < ?)
select (select l.criado_em - e.recebido_em from leads l join eventos e on e.id = l.evento_id
  where l.id >= start and l.id < start + ? and l.id < ? and l.criado_em >= ? and l.criado_em < ? and l.teste = 0
  order by l.id limit 1) as ms
from ranges`;

/** The figures of a queue from `since` until before `until`. */
export async function spanFigures(connection: Connection, queue: string, since: number, until: number): Promise<SpanFigures> {
  return {
    leads: await totalOf(connection, COUNT_LEADS, since, until, since, until),
    failures: await totalOf(connection, COUNT_FAILURES, queue, Math.floor(since / MINUTE_MS), Math.ceil(until / MINUTE_MS)),
    timeToLead: await timeToLead(connection, since, until),
  };
}

async function timeToLead(connection: Connection, since: number, until: number): Promise<SpanFigures['timeToLead']> {
  const { from, below } = await idWindow(connection, 'leads', { since, until });
  const step = Math.max(1, Math.ceil((below - from) / MOST_MEASURED));
  const rows = await connection.all<{ readonly ms: number | null }>(TIMES_TO_LEAD, from, step, step, below, step, below, since, until);
  const times = rows.flatMap(({ ms }) => (ms === null ? [] : [Math.max(0, ms)]));
  times.sort((a, b) => a - b);
  return { median: rank(times, 50), p95: rank(times, 95) };
}

/** The smallest value that is at least as large as this percentage of the values. */
function rank(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}
