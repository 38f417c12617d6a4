import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { finished, startProgram } from '../support/run-program.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import type { Workplace } from '../support/workplace.ts';

const READY_PAUSE_MS = 2;

/** Starts `serve`; `readyMs` is the time from starting the process to the first 200 of /ready. */
export async function startServing(workplace: Workplace): Promise<{ readonly service: RunningService; readonly readyMs: number }> {
  const startedAt = performance.now();
  const service = await startService(workplace.folder, workplace.env);
  await untilReady(service);
  return { service, readyMs: performance.now() - startedAt };
}

async function untilReady(service: RunningService): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.url}/ready`);
    await answer.arrayBuffer();
    if (answer.ok) return;
    await pause(READY_PAUSE_MS);
  }
}

/** Starts `queue work`. Resolves when the worker logs that it is running. */
export async function startWorking(workplace: Workplace): Promise<ChildProcess> {
  const worker = startProgram(['queue', 'work'], { cwd: workplace.folder, env: { ...workplace.env, LOG_LEVEL: 'info' } });
  await untilItSays(worker, 'worker started');
  return worker;
}

/** Resolves when a line of stderr contains the text; the output after it is discarded. */
export async function untilItSays(child: ChildProcess, text: string): Promise<void> {
  let log = '';
  const said = new Promise<void>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes(text)) resolve();
    });
  });
  child.stdout?.resume();
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the process ended before it said "${text}": ${log}`);
  });
  await Promise.race([said, ended]);
  ended.catch(() => undefined);
}

/** Sends a signal and waits for the end. Returns the exit code, or the signal that ended the process. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.signalCode ?? child.exitCode;
}

/** Runs `queue work --stop-when-empty` to its end. Returns the number of processed jobs. */
export async function workOff(workplace: Workplace): Promise<number> {
  const args = ['queue', 'work', '--stop-when-empty', '--json'];
  const { exitCode, stdout, stderr } = await finished(startProgram(args, { cwd: workplace.folder, env: workplace.env }));
  if (exitCode !== 0) throw new Error(`queue work ended with ${exitCode}: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { processados: number }).processados;
}
