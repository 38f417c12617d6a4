import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { startProgram } from './run-program.ts';

export interface RunningService {
  /** The URL it listens on. */
  readonly url: string;
  /** The printed link to the admin pages; empty if there is none. */
  readonly adminUrl: string;
  readonly process: ChildProcess;
  /** Everything it wrote to stderr so far. */
  log(): string;
  /** Resolves with the exit code; `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Sends the signal. Resolves with the exit code; `null` if the signal itself ended it. May be called again. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the built program as `serve …` in a folder, on a free port by default. Resolves when it has printed its URL. */
export async function startService(
  cwd: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  port = '0',
): Promise<RunningService> {
  return await serviceOf(startProgram(['serve', '--port', port, '--json', ...flags], { cwd, env }));
}

/** A process of `serve --json`, however it was started. Resolves when it has printed its URL. */
export async function serviceOf(child: ChildProcess): Promise<RunningService> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const announced = await Promise.race([announcement(child), exited]);
  if (announced === null || typeof announced === 'number') throw new Error(`serve ended with ${announced}: ${log}`);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  return {
    ...announced,
    process: child,
    exited,
    log: () => log,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}

/** The JSON that `serve --json` prints once it listens. */
function announcement(child: ChildProcess): Promise<{ url: string; adminUrl: string }> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', function read(this: Readable, chunk: string) {
      text += chunk;
      if (!text.trimEnd().endsWith('}')) return;
      // Any later output is an error, also as JSON.
      this.off('data', read).resume();
      const { url, admin_url } = JSON.parse(text) as { url: string; admin_url: string | null };
      resolve({ url, adminUrl: admin_url ?? '' });
    });
  });
}
