import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownProgram } from '../app/own-program.ts';
import { newSecret } from '../app/settings-file.ts';
import type { AppError } from '../base/app-error.ts';
import { wait } from '../base/wait.ts';
import { SETTING_NAMES } from '../config/settings.ts';
import { appError } from '../messages/messages.ts';
import { HttpConnection } from './http-connection.ts';

/** How long a server may take to become ready, and a process to stop in order, in ms. */
const TIMEOUT_MS = 30_000;
/** Polling interval for the readiness of a server, in ms. */
const LOOK_MS = 2;
const SHOWN_LOG_LINES = 5;
const READY_REQUEST = Buffer.from('GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');

export interface RunningChild {
  readonly pid: number;
  /** Stops it in order; resolves once it has exited. */
  stop(): Promise<void>;
  /** Kills it, as in a crash; resolves once it has exited. */
  kill(): Promise<void>;
}

export interface RunningServer extends RunningChild {
  readonly port: number;
  /** From the start of the process until it was ready, in ms. */
  readonly readyMs: number;
}

/**
 * This program, started as child processes with separate settings: a temporary database, fresh secrets, a free port. The settings of the
 * user who runs the benchmark do not reach them.
 */
export class TemporaryProgram {
  readonly secret = newSecret();
  readonly settingsFile: string;
  readonly #folder: string;
  readonly #env: NodeJS.Dict<string>;
  readonly #logFile: string;
  readonly #children = new Set<ChildProcess>();

  /** @param env the environment of the benchmark; its settings are removed */
  constructor(folder: string, env: Readonly<NodeJS.Dict<string>>) {
    this.#folder = folder;
    this.#env = withoutSettings(env);
    this.#logFile = join(folder, 'program.log');
    this.settingsFile = join(folder, 'settings.env');
    const settings = {
      DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`,
      FORMULARIO_SECRET: this.secret,
      ADMIN_TOKEN: newSecret(),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_FORMAT: 'json',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(this.settingsFile, lines.join(''), { mode: 0o600 });
  }

  /** Runs `--version`; returns how long it took, in ms. */
  async version(): Promise<number> {
    const startedAt = performance.now();
    await this.#finished(this.#start(['--version']), '--version');
    return performance.now() - startedAt;
  }

  /** Starts `serve`; resolves once /ready answers 200. */
  async serve(...flags: readonly string[]): Promise<RunningServer> {
    return await this.#serving(['serve', '--json', ...flags]);
  }

  async yardstick(): Promise<RunningServer> {
    return await this.#serving(['bench', '--yardstick', '--json']);
  }

  /** Starts `queue work`. It is working once its heartbeat is in the database. */
  work(): RunningChild {
    return this.#running(this.#start(['queue', 'work', '--json']));
  }

  /** Runs `queue work` until no job is due; the duration is the worker's own, without the start of the process. */
  async drain(): Promise<{ readonly processed: number; readonly durationMs: number }> {
    const output = await this.#finished(this.#start(['queue', 'work', '--stop-when-empty', '--json']), 'queue work');
    const { processados, duracao_ms } = JSON.parse(output) as { processados: number; duracao_ms: number };
    return { processed: processados, durationMs: duracao_ms };
  }

  /** Kills every child without waiting. */
  killAll(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  /** Kills every child and waits until all have exited. */
  async killed(): Promise<void> {
    const gone = [...this.#children].map((child) => once(child, 'close'));
    this.killAll();
    await Promise.all(gone);
  }

  #start(args: readonly string[]): ChildProcess {
    const [file, ...before] = ownProgram();
    const log = openSync(this.#logFile, 'a', 0o600);
    try {
      const child = spawn(file, [...before, ...args, ...(args[0] === '--version' ? [] : ['--env-file', this.settingsFile])], {
        cwd: this.#folder,
        env: this.#env,
        stdio: ['ignore', 'pipe', log],
      });
      this.#children.add(child);
      child.once('close', () => this.#children.delete(child));
      return child;
    } finally {
      closeSync(log);
    }
  }

  async #serving(args: readonly string[]): Promise<RunningServer> {
    const startedAt = performance.now();
    const child = this.#start(args);
    const url = await Promise.race([announcedUrl(child), gone(child)]);
    if (url === undefined) throw this.#failure(args.join(' '));
    const port = Number(new URL(url).port);
    // A refused connection means that it has already exited.
    if (!(await isReady(port, startedAt + TIMEOUT_MS).catch(() => false))) throw this.#failure(args.join(' '));
    return { ...this.#running(child), port, readyMs: performance.now() - startedAt };
  }

  #running(child: ChildProcess): RunningChild {
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      if (!this.#children.has(child)) return;
      const closed = once(child, 'close');
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    };
    return { pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  }

  async #finished(child: ChildProcess, name: string): Promise<string> {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw this.#failure(name);
    return output;
  }

  #failure(name: string): AppError {
    const log = readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES).join('\n');
    return appError('internal', (m) => m.cli.bench.programFailed({ name, log }));
  }
}

/** An executable built by pkg treats a child with its own path in PKG_EXECPATH as Node itself; setting a value prevents that. */
function withoutSettings(env: Readonly<NodeJS.Dict<string>>): NodeJS.Dict<string> {
  const rest = Object.entries(env).filter(([name]) => !(SETTING_NAMES as readonly string[]).includes(name));
  return { ...Object.fromEntries(rest), PKG_EXECPATH: '' };
}

/** The address in the JSON that a server prints once it listens. */
function announcedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.trimEnd().endsWith('}')) resolve((JSON.parse(text) as { url: string }).url);
    });
  });
}

async function gone(child: ChildProcess): Promise<undefined> {
  await once(child, 'close');
}

async function isReady(port: number, until: number): Promise<boolean> {
  while (performance.now() < until) {
    const connection = await HttpConnection.open(port);
    const answer = await connection.send(READY_REQUEST);
    connection.close();
    if (answer === 200) return true;
    await wait(LOOK_MS, new AbortController().signal);
  }
  return false;
}
