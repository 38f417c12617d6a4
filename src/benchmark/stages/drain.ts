import { DEFAULT_QUEUE } from '../../domain/job.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { BenchRun } from '../bench-run.ts';
import type { Figure } from '../measures.ts';

/** Concurrent deliveries while the queue is filled: few enough for the writer's backlog. */
const FILL_AT_ONCE = 1_000;
/** Jobs held by a killed worker are claimed alone; this many rounds are more than enough for them. */
const MOST_DRAINS = 10;

/** Fills the queue and measures how fast a worker drains it. */
export async function measureDrain(run: BenchRun): Promise<readonly Figure[]> {
  run.report(inEveryLanguage((m) => m.cli.bench.draining({ jobs: run.options.jobs })));
  await drainAll(run);
  for (let left = run.options.jobs; left > 0; left -= FILL_AT_ONCE) await fill(run, Math.min(left, FILL_AT_ONCE));
  const { processed, durationMs } = await run.program.drain();
  return [{ id: 'fila_por_segundo', value: (processed * 1_000) / Math.max(durationMs, 1) }];
}

/**
 * Processes all waiting jobs.
 *
 * @throws AppError `internal` if jobs remain
 */
export async function drainAll(run: BenchRun): Promise<void> {
  for (let tries = 0; tries < MOST_DRAINS; tries += 1) {
    const { waiting, running } = await run.store.queueSnapshot(DEFAULT_QUEUE, Date.now());
    if (waiting + running === 0) return;
    await run.program.drain();
    run.signal.throwIfAborted();
  }
  throw appError('internal', (m) => m.cli.bench.jobsStayed);
}

async function fill(run: BenchRun, count: number): Promise<void> {
  const deliveries = run.submissions.deliveries(count);
  await Promise.all(deliveries.map(({ delivery }) => run.store.accept(delivery)));
  const ids = deliveries.map(({ id }) => id);
  run.keep({ sent: ids, accepted: new Set(ids) });
}
