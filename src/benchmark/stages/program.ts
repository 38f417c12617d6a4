import { readFileSync } from 'node:fs';
import { wait } from '../../base/wait.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { BenchRun } from '../bench-run.ts';
import type { Figure } from '../measures.ts';
import { median } from '../statistics.ts';

const STARTS = 3;
/** A server counts as idle after this long without work, in ms. */
const IDLE_AFTER_MS = 1_000;
const RATE_PER_SECOND = 1_000;
const BYTES_PER_KIB = 1_024;

/** Start times, and the memory of `serve`. */
export async function measureProgram(run: BenchRun): Promise<readonly Figure[]> {
  run.report(inEveryLanguage((m) => m.cli.bench.startAndMemory({ seconds: run.options.seconds, ratePerSecond: RATE_PER_SECOND })));
  const versions: number[] = [];
  const readies: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    versions.push(await run.program.version());
    const server = await run.program.serve();
    readies.push(server.readyMs);
    await server.stop();
    run.signal.throwIfAborted();
  }
  return [{ id: 'pronto_ms', value: median(readies) }, { id: 'versao_ms', value: median(versions) }, ...(await measureMemory(run))];
}

async function measureMemory(run: BenchRun): Promise<readonly Figure[]> {
  const server = await run.program.serve();
  await wait(IDLE_AFTER_MS, run.signal);
  const idle = memoryMb(server.pid, 'VmRSS');
  const submissions = run.submissions.requests(RATE_PER_SECOND * run.options.seconds);
  run.keep(await run.load(server, { submissions, perSecond: RATE_PER_SECOND }));
  const peak = memoryMb(server.pid, 'VmHWM');
  await server.stop();
  return [
    ...(idle === undefined ? [] : [{ id: 'memoria_parado_mb', value: idle } as const]),
    ...(peak === undefined ? [] : [{ id: 'memoria_carga_mb', value: peak } as const]),
  ];
}

/**
 * A process's resident memory in MB (10^6 bytes): current, or its maximum since the start. Available on Linux only (man 5 proc_pid_status).
 */
function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : (Number(kib) * BYTES_PER_KIB) / 1_000_000;
  } catch {
    return undefined;
  }
}
