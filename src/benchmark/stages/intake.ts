import { inEveryLanguage } from '../../messages/messages.ts';
import type { BenchRun } from '../bench-run.ts';
import type { LoadResult } from '../load.ts';
import type { Figure } from '../measures.ts';
import { median, quantile } from '../statistics.ts';

const WARM_UP_MS = 1_000;
/** More than the server answers during the warm-up. */
const WARM_UP_REQUESTS = 30_000;
/** Requests are prepared before a round for this many times the rate of the warm yardstick; if they are used up, the round ends early. */
const RESERVE = 1.2;

/** Accepting at full speed, and the same requests against the yardstick; the rounds alternate, because a machine's speed varies. */
export async function measureIntake(run: BenchRun): Promise<readonly Figure[]> {
  run.report(inEveryLanguage((m) => m.cli.bench.intakeWarmingUp));
  const server = await run.program.serve();
  const yardstick = await run.program.yardstick();
  const warmUp = { submissions: run.submissions.requests(WARM_UP_REQUESTS), durationMs: WARM_UP_MS };
  run.keep(await run.load(server, warmUp));
  const quickest = perSecond(await run.load(yardstick, warmUp));
  const perTurn = Math.ceil(quickest * run.options.seconds * RESERVE);
  const turns: { readonly intake: LoadResult; readonly yardstick: LoadResult }[] = [];
  for (let turn = 1; turn <= run.options.turns; turn += 1) {
    run.report(inEveryLanguage((m) => m.cli.bench.intakeRound({ turn, turns: run.options.turns, seconds: run.options.seconds })));
    const load = { submissions: run.submissions.requests(perTurn), durationMs: run.options.seconds * 1_000 };
    const before = turn % 2 === 1 ? undefined : await run.load(yardstick, load);
    const intake = run.keep(await run.load(server, load));
    turns.push({ intake, yardstick: before ?? (await run.load(yardstick, load)) });
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

function perSecond({ accepted, elapsedMs }: LoadResult): number {
  return (accepted.size * 1_000) / Math.max(elapsedMs, 1);
}
