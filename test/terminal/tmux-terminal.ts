import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programWords } from '../support/run-program.ts';

const run = promisify(execFile);

/** How long a screen may take to reach the expected state. Generous: the machine also runs other tests. */
const TIMEOUT_MS = 30_000;
const LOOK_MS = 60;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A real terminal (tmux on its own server) running a shell with job control. */
export class TmuxTerminal implements Disposable {
  readonly #socket = `lead-intake-test-${randomBytes(6).toString('hex')}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lead-intake-terminal-'));

  /** The file that starts the program in the shell. */
  readonly program = join(this.#folder, 'lead-intake');

  private constructor() {}

  static async open({ columns = 100, rows = 30, cwd, env }: TerminalOptions): Promise<TmuxTerminal> {
    const terminal = new TmuxTerminal();
    writeFileSync(terminal.program, `#!/bin/sh\nexec ${programWords(env).join(' ')} "$@"\n`, { mode: 0o755 });
    const variables = { TERM: 'tmux-256color', ...env };
    const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const size = ['-x', String(columns), '-y', String(rows)];
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'test', ...size, '-c', cwd, ...settings, 'exec sh -i');
    // Shells do not take a superuser's prompt from the environment.
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

  /** Presses keys one after the other, by tmux's names. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#tmux('send-keys', '-t', 'test', key);
  }

  /** The text on the screen. `colors`: with its colour codes. */
  async screen(options: { readonly colors?: true } = {}): Promise<string> {
    return await this.#tmux('capture-pane', '-p', ...(options.colors === true ? ['-e'] : []), '-t', 'test');
  }

  /** Resolves with the screen once it shows all of them. */
  async shows(...wanted: readonly (string | RegExp)[]): Promise<string> {
    return await this.until(
      (screen) => wanted.every((one) => (typeof one === 'string' ? screen.includes(one) : one.test(screen))),
      String(wanted),
    );
  }

  /** Resolves with the screen once it shows none of them. */
  async hides(...unwanted: readonly string[]): Promise<string> {
    return await this.until((screen) => !unwanted.some((one) => screen.includes(one)), `not ${unwanted}`);
  }

  async until(isRight: (screen: string) => boolean, what: string): Promise<string> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const screen = await this.screen();
      if (isRight(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`the screen never showed ${what}; it shows:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Takes on the sizes one after the other. tmux tells the program only the last one of them: the others are too short. */
  async resize(...sizes: readonly (readonly [columns: number, rows: number])[]): Promise<void> {
    const commands = sizes.map(([columns, rows]) => ['resize-window', '-t', 'test', '-x', String(columns), '-y', String(rows)]);
    await this.#tmux(...commands.flatMap((command, index) => (index === 0 ? command : [';', ...command])));
  }

  /** Whether the alternate screen is open, and whether the cursor is visible. */
  async state(): Promise<{ readonly alternate: boolean; readonly cursor: boolean }> {
    const [alternate, cursor] = (await this.#tmux('display-message', '-p', '-t', 'test', '#{alternate_on} #{cursor_flag}'))
      .trim()
      .split(' ');
    return { alternate: alternate === '1', cursor: cursor === '1' };
  }

  /** Process id of `queue watch`. */
  async programPid(): Promise<number> {
    const shell = (await this.#tmux('display-message', '-p', '-t', 'test', '#{pane_pid}')).trim();
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    return Number(children[0]);
  }

  /** Starts recording every byte the program writes. The returned function reads the recording. */
  async record(): Promise<() => string> {
    const file = join(this.#folder, 'output');
    writeFileSync(file, '');
    await this.#tmux('pipe-pane', '-t', 'test', `cat >> '${file}'`);
    return () => readFileSync(file, 'latin1');
  }

  /** Closes the window as a user does: the program gets SIGHUP and its terminal is gone. */
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
      // The server ended with its last window.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
