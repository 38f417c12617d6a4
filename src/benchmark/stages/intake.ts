import { inEveryLanguage } from '../../messages/messages.ts';
import type { BenchRun } from '../bench-run.ts';
import { type LoadResult, loadAtFullSpeed } from '../load-client.ts';
import type { Figure } from '../measures.ts';
import { median, quantile } from '../statistics.ts';
import type { Submission } from '../submissions.ts';
import type { RunningServer } from '../temporary-program.ts';

const WARM_UP_MS = 1_000;
/** More than the server answers during the warm-up. */
const WARM_UP_REQUESTS = 30_000;
/** Requests are prepared before a round for this many times the rate of the warm yardstick; if they are used up, the round ends early. */
const RESERVE = 1.2;

interface Round {
  readonly intake: LoadResult;
  readonly yardstick: LoadResult;
}

/** Accepting at full speed, and the same requests against the yardstick; the rounds alternate, because a machine's speed varies. */
export async function measureIntake(run: BenchRun): Promise<readonly Figure[]> {
  run.report(inEveryLanguage((m) => m.cli.bench.intakeWarmingUp));
  const server = await run.program.serve();
  const yardstick = await run.program.yardstick();
  const warmUp = run.submissions.requests(WARM_UP_REQUESTS);
  run.keep(await load(run, server, warmUp, WARM_UP_MS));
  const quickest = perSecond(await load(run, yardstick, warmUp, WARM_UP_MS));
  const perTurn = Math.ceil(quickest * run.options.seconds * RESERVE);
  const turns: Round[] = [];
  for (let turn = 1; turn <= run.options.turns; turn += 1) {
    run.report(inEveryLanguage((m) => m.cli.bench.intakeRound({ turn, turns: run.options.turns, seconds: run.options.seconds })));
    turns.push(await runRound(run, server, yardstick, run.submissions.requests(perTurn), turn % 2 === 1));
  }
  await Promise.all([server.stop(), yardstick.stop()]);
  return [
    { id: 'entrada_por_segundo', value: median(turns.map(({ intake }) => perSecond(intake))) },
    { id: 'entrada_regua_por_segundo', value: median(turns.map((turn) => perSecond(turn.yardstick))) },
    { id: 'entrada_razao', value: median(turns.map((turn) => perSecond(turn.intake) / perSecond(turn.yardstick))) },
    { id: 'entrada_p50_ms', value: median(turns.map(({ intake }) => quantile(intake.latenciesMs, 0.5))) },
    { id: 'entrada_p99_ms', value: median(turns.map(({ intake }) => quantile(intake.latenciesMs, 0.99))) },
  ];
}

async function runRound(
  run: BenchRun,
  server: RunningServer,
  yardstick: RunningServer,
  submissions: readonly Submission[],
  isServerFirst: boolean,
): Promise<Round> {
  const durationMs = run.options.seconds * 1_000;
  const before = isServerFirst ? undefined : await load(run, yardstick, submissions, durationMs);
  const intake = run.keep(await load(run, server, submissions, durationMs));
  return { intake, yardstick: before ?? (await load(run, yardstick, submissions, durationMs)) };
}

async function load(run: BenchRun, { port }: RunningServer, submissions: readonly Submission[], durationMs: number): Promise<LoadResult> {
  return await loadAtFullSpeed({ port, connections: run.options.connections, submissions, durationMs, signal: run.signal });
}

/** Accepted per second. */
function perSecond({ accepted, elapsedMs }: LoadResult): number {
  return (accepted.length * 1_000) / Math.max(elapsedMs, 1);
}
