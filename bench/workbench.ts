import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const STOP_MS = 30_000;

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Default: SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
}

/** A child process with its output so far. */
export class Program {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  stdout = '';
  stderr = '';

  readonly #name: string;
  readonly #stopSignal: NodeJS.Signals;

  constructor(command: string, args: readonly string[], { env, cwd, uid, gid, stopSignal = 'SIGTERM' }: StartOptions) {
    // Reasons of rows that do not run are published: without the folder of the project.
    this.#name = [command, ...args].join(' ').replaceAll(PROJECT, '');
    this.#stopSignal = stopSignal;
    this.process = spawn(command, args, {
      // Settings of the machine must not reach the programs.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Only the end is ever shown, and a busy service may log a lot.
      this.stderr = (this.stderr + text).slice(-20_000);
    });
    this.exited = once(this.process, 'close').then(([code]) => code as number | null);
    // Callers that await it get the error; without any, the rejection must not end the bench.
    this.exited.catch(() => undefined);
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  /** Resolves with the JSON it prints once it is ready (in one line or many). */
  async announcement<T>(): Promise<T> {
    for (;;) {
      if (this.stdout.trimEnd().endsWith('}')) return JSON.parse(this.stdout) as T;
      if (this.process.exitCode !== null || this.process.signalCode !== null) throw this.#failure();
      await Promise.race([once(this.process.stdout ?? this.process, 'data'), this.exited]);
    }
  }

  /** Runs it to its end, which must be a success, and parses the JSON it printed. */
  async result<T>(): Promise<T> {
    if ((await this.exited) !== 0) throw this.#failure();
    return JSON.parse(this.stdout) as T;
  }

  /** Stops it by its process id; kills it if that takes too long. May be called again. */
  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill(this.#stopSignal);
    const patience = new AbortController();
    await Promise.race([this.exited, sleep(STOP_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await this.exited;
  }

  #failure(): Error {
    return new Error(`${this.#name} ended with ${this.process.exitCode ?? this.process.signalCode}: ${this.stderr || this.stdout}`);
  }
}

/** A temporary folder and the processes started for a run. Disposing stops every process by its id and removes the folder. */
export class Workbench implements AsyncDisposable {
  readonly folder: string;

  readonly #programs: Program[] = [];
  #isClosed = false;

  /** @param parent an existing folder on the disk to be measured */
  constructor(parent: string) {
    this.folder = mkdtempSync(join(parent, 'lead-intake-bench-'));
    // PostgreSQL runs as another user and needs access to its folder.
    chmodSync(this.folder, 0o755);
  }

  start(command: string, args: readonly string[], options: StartOptions): Program {
    // An interrupted run continues until the process ends; nothing would stop a program that it starts now.
    if (this.#isClosed) throw new Error('the run is over');
    const program = new Program(command, args, options);
    this.#programs.push(program);
    return program;
  }

  /** Stops what still runs, so that the next row has the machine to itself. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#programs.splice(0).map((program) => program.stop().catch(() => undefined)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.stopAll();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
