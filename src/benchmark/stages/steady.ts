import { inEveryLanguage } from '../../messages/messages.ts';
import { type BenchRun, TIMEOUT_MS } from '../bench-run.ts';
import { LeadWatch } from '../lead-watch.ts';
import type { LoadResult } from '../load.ts';
import type { Figure } from '../measures.ts';
import { largest, quantile } from '../statistics.ts';
import type { RunningServer } from '../temporary-program.ts';

const RATE_PER_SECOND = 500;
/** Load before the measured one, in seconds: a real service is not restarted for every lead. */
const WARM_UP_SECONDS = 1;

interface Steady {
  readonly load: LoadResult;
  /** From acceptance until another process sees the lead, per lead, in ms. */
  readonly leadsMs: readonly number[];
}

/** 500 per second, first with the worker in its own process, then with the worker inside the server. */
export async function measureSteady(run: BenchRun): Promise<readonly Figure[]> {
  run.report(inEveryLanguage((m) => m.cli.bench.steadyWork({ seconds: run.options.seconds })));
  const outside = figuresOf('fora', await withWorkerOutside(run));
  run.report(inEveryLanguage((m) => m.cli.bench.steadyServe({ seconds: run.options.seconds })));
  return [...outside, ...figuresOf('dentro', await withWorkerInside(run))];
}

function figuresOf(place: 'fora' | 'dentro', { load, leadsMs }: Steady): readonly Figure[] {
  return [
    { id: `${place}_resposta_p50_ms`, value: quantile(load.latenciesMs, 0.5) },
    { id: `${place}_resposta_p99_ms`, value: quantile(load.latenciesMs, 0.99) },
    { id: `${place}_resposta_max_ms`, value: largest(load.latenciesMs) },
    { id: `${place}_lead_p99_ms`, value: quantile(leadsMs, 0.99) },
  ];
}

async function withWorkerOutside(run: BenchRun): Promise<Steady> {
  const server = await run.program.serve();
  const worker = await run.startWorker();
  const result = await loadSteadily(run, server);
  await Promise.all([worker.stop(), server.stop()]);
  return result;
}

async function withWorkerInside(run: BenchRun): Promise<Steady> {
  const server = await run.program.serve('--work');
  await run.workerBegun(server.pid);
  const result = await loadSteadily(run, server);
  await server.stop();
  return result;
}

async function loadSteadily(run: BenchRun, server: RunningServer): Promise<Steady> {
  const loadFor = async (seconds: number): Promise<LoadResult> =>
    run.keep(await run.load(server, { submissions: run.submissions.requests(RATE_PER_SECOND * seconds), perSecond: RATE_PER_SECOND }));
  await loadFor(WARM_UP_SECONDS);
  await using watch = await LeadWatch.start(run.store);
  const load = await loadFor(run.options.seconds);
  const accepted = [...load.accepted];
  await run.until(() => accepted.every(([id]) => watch.seenAt.has(id)));
  // A lead seen before its answer arrived took no time; a lead that was never seen took at least as long as the wait.
  return { load, leadsMs: accepted.map(([id, at]) => Math.max(0, (watch.seenAt.get(id) ?? at + TIMEOUT_MS) - at)) };
}
