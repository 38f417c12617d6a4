import { wait } from '../../base/wait.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { BenchRun } from '../bench-run.ts';
import type { Figure } from '../measures.ts';
import { largest } from '../statistics.ts';
import type { RunningServer } from '../temporary-program.ts';

/** Longer than any load here runs, in ms. */
const LOAD_MS = 60_000;
/** More requests than a server answers before it is killed after 0.4 to 0.9 s. */
const LOAD_REQUESTS = 40_000;
/** A load is killed after this time plus a varying number of steps, in ms, so that it is not always at the same point. */
const KILL_AFTER_MS = 400;
const KILL_LATER_MS = 130;
const KILL_STEPS = 5;

/** Repeatedly kills server and worker under load; what they acknowledged is checked at the end of the run. */
export async function measureCrashes(run: BenchRun): Promise<readonly Figure[]> {
  if (run.options.kills === 0) return [];
  const readies: number[] = [];
  let server = await run.program.serve();
  for (let kill = 1; kill <= run.options.kills; kill += 1) {
    run.report(inEveryLanguage((m) => m.cli.bench.killing({ kill, kills: run.options.kills })));
    await crash(run, server, KILL_AFTER_MS + (kill % KILL_STEPS) * KILL_LATER_MS);
    server = await run.program.serve();
    readies.push(server.readyMs);
  }
  await server.stop();
  return [{ id: 'volta_ms', value: largest(readies) }];
}

async function crash(run: BenchRun, server: RunningServer, afterMs: number): Promise<void> {
  const worker = await run.startWorker();
  const load = { submissions: run.submissions.requests(LOAD_REQUESTS), durationMs: LOAD_MS };
  const killing = wait(afterMs, run.signal).then(() => Promise.all([server.kill(), worker.kill()]));
  const [result] = await Promise.all([run.load(server, load), killing]);
  run.keep(result);
}
