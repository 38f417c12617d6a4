import { countOf, percentileOf } from '../../../base/log-histogram.ts';
import { MINUTE_MS } from '../../../base/time-units.ts';
import type { Percentiles, QueueHistory } from '../../../domain/queue-status.ts';
import type { Connection } from '../connection.ts';
import type { Measure } from '../tally.ts';

const MINUTES = 60;
const STEP_MINUTES = 5;
const STEPS = MINUTES / STEP_MINUTES;

const ENDED = 'select minuto, concluidos, falhas from fila_minutos where fila = ? and minuto between ? and ?';

const TIMES = 'select minuto, medida, faixa, total from fila_tempos where minuto between ? and ? and fila = ?';

interface EndedRow {
  readonly minuto: number;
  readonly concluidos: number;
  readonly falhas: number;
}

interface TimesRow {
  readonly minuto: number;
  readonly medida: Measure;
  readonly faixa: number;
  readonly total: number;
}

/** The last hour of a queue, from the counters of `tally.ts`. */
export async function queueHistory(connection: Connection, queue: string, now: number): Promise<QueueHistory> {
  const last = Math.floor(now / MINUTE_MS);
  const first = last - MINUTES + 1;
  const times = await connection.all<TimesRow>(TIMES, first, last, queue);
  const ofWaits = times.filter((row) => row.medida === 'espera');
  const ofRuns = times.filter((row) => row.medida === 'execucao');
  return {
    at: now,
    minutes: endedByMinute((await connection.all(ENDED, queue, first, last)) as EndedRow[], first),
    stepMs: STEP_MINUTES * MINUTE_MS,
    waits: bySteps(ofWaits, last),
    runs: bySteps(ofRuns, last),
    lastHour: { wait: percentiles(ofWaits, first), run: percentiles(ofRuns, first) },
  };
}

function endedByMinute(rows: readonly EndedRow[], first: number): QueueHistory['minutes'] {
  const ended = new Map(rows.map((row) => [row.minuto, row]));
  return Array.from({ length: MINUTES }, (_, index) => {
    const row = ended.get(first + index);
    return { startsAt: (first + index) * MINUTE_MS, finished: row?.concluidos ?? 0, failed: row?.falhas ?? 0 };
  });
}

/** Steps begin at full five minutes, so that two readings show the same steps; twelve never exceed the hour. */
function bySteps(rows: readonly TimesRow[], last: number): readonly Percentiles[] {
  const lastStep = Math.floor(last / STEP_MINUTES);
  return Array.from({ length: STEPS }, (_, index) => {
    const step = lastStep - STEPS + 1 + index;
    return percentiles(
      rows.filter((row) => Math.floor(row.minuto / STEP_MINUTES) === step),
      step * STEP_MINUTES,
    );
  });
}

function percentiles(rows: readonly TimesRow[], firstMinute: number): Percentiles {
  const counts = new Map<number, number>();
  for (const { faixa, total } of rows) counts.set(faixa, (counts.get(faixa) ?? 0) + total);
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentileOf(counts, percent)) as [number | null, number | null, number | null];
  return { startsAt: firstMinute * MINUTE_MS, count: countOf(counts), p50, p95, p99 };
}
