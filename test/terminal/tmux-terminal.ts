import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/run-program.ts';

const run = promisify(execFile);

/** Longest a screen may take to look as it should; the machine that runs the tests has other things to do too. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 60;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A real terminal (tmux on a server of its own) with a shell in it that has job control. */
export class TmuxTerminal implements Disposable {
  readonly #socket = `lead-intake-test-${randomBytes(6).toString('hex')}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lead-intake-terminal-'));

  /** What starts the program in the shell. */
  readonly program = join(this.#folder, 'lead-intake');

  private constructor() {}

  static async open({ columns = 100, rows = 30, cwd, env }: TerminalOptions): Promise<TmuxTerminal> {
    const terminal = new TmuxTerminal();
    writeFileSync(terminal.program, `#!/bin/sh\nexec '${process.execPath}' -- '${ROOT}bin/run.js' "$@"\n`, { mode: 0o755 });
    const variables = { TERM: 'tmux-256color', ...env };
    const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const size = ['-x', String(columns), '-y', String(rows)];
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'test', ...size, '-c', cwd, ...settings, 'exec sh -i');
    // Shells do not take the prompt of a superuser from the environment.
    await terminal.type("PS1='shell> '");
    await terminal.shows(/(?<!')shell>/);
    return terminal;
  }

  /** Opens a terminal and types `lead-intake queue watch …` into its shell. */
  static async watch(options: TerminalOptions, ...flags: readonly string[]): Promise<TmuxTerminal> {
    const terminal = await TmuxTerminal.open(options);
    await terminal.type(`${terminal.program} queue watch ${flags.join(' ')}; echo ended=$?`);
    return terminal;
  }

  /** Types a line and Enter. */
  async type(line: string): Promise<void> {
    await this.#tmux('send-keys', '-t', 'test', '-l', line);
    await this.press('Enter');
  }

  /** Presses keys by tmux's names for them, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#tmux('send-keys', '-t', 'test', key);
  }

  /** What stands on the screen. `colors`: with the codes that colour it. */
  async screen(options: { readonly colors?: true } = {}): Promise<string> {
    return await this.#tmux('capture-pane', '-p', ...(options.colors === true ? ['-e'] : []), '-t', 'test');
  }

  /** Resolves with the screen as soon as everything named stands on it. */
  async shows(...wanted: readonly (string | RegExp)[]): Promise<string> {
    return await this.until(
      (screen) => wanted.every((one) => (typeof one === 'string' ? screen.includes(one) : one.test(screen))),
      String(wanted),
    );
  }

  /** Resolves with the screen as soon as none of it stands on it any more. */
  async hides(...unwanted: readonly string[]): Promise<string> {
    return await this.until((screen) => !unwanted.some((one) => screen.includes(one)), `not ${unwanted}`);
  }

  async until(isRight: (screen: string) => boolean, what: string): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const screen = await this.screen();
      if (isRight(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`the screen never showed ${what}; it shows:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-t', 'test', '-x', String(columns), '-y', String(rows));
  }

  /** Whether the other screen is open, and whether the cursor shows. */
  async state(): Promise<{ readonly alternate: boolean; readonly cursor: boolean }> {
    const [alternate, cursor] = (await this.#tmux('display-message', '-p', '-t', 'test', '#{alternate_on} #{cursor_flag}'))
      .trim()
      .split(' ');
    return { alternate: alternate === '1', cursor: cursor === '1' };
  }

  /** Process id of the watching program. */
  async programPid(): Promise<number> {
    const shell = (await this.#tmux('display-message', '-p', '-t', 'test', '#{pane_pid}')).trim();
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    return Number(children[0]);
  }

  /** Begins to keep every byte the program writes; what it returns tells them. */
  async record(): Promise<() => string> {
    const file = join(this.#folder, 'output');
    writeFileSync(file, '');
    await this.#tmux('pipe-pane', '-t', 'test', `cat >> '${file}'`);
    return () => readFileSync(file, 'latin1');
  }

  /** Closes the window as a user does by its cross: the program gets SIGHUP and its terminal is gone. */
  async close(): Promise<void> {
    await this.#tmux('kill-pane', '-t', 'test');
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('tmux', ['-L', this.#socket, '-u', ...args], {
      env: { PATH: process.env['PATH'], HOME: this.#folder, LC_ALL: 'C.UTF-8' },
    });
    return stdout;
  }

  [Symbol.dispose](): void {
    try {
      execFileSync('tmux', ['-L', this.#socket, 'kill-server'], { stdio: 'ignore' });
    } catch {
      // It ended with its last window.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
