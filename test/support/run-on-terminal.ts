import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programWords } from './run-program.ts';

interface TerminalRun {
  readonly exitCode: number | null;
  /** Everything the terminal received, including what was typed; lines end with `\n`. */
  readonly screen: string;
}

interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Typed line by line, each once its prompt has appeared after the one before. */
  readonly answers?: readonly (readonly [prompt: string, keys: string])[];
}

/** Less than a test has: a program that still waits would outlive its test, and keep the runner from ending. */
const LONGEST_MS = 150_000;

/** Runs the program under test on a pseudo-terminal and types answers. */
export function runOnTerminal(args: readonly string[], options: TerminalOptions): Promise<TerminalRun> {
  return runShellOnTerminal(programCommand(args), options);
}

/** A shell command that runs the program under test with these arguments. */
export function programCommand(args: readonly string[]): string {
  return [...programWords(), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

/** Runs a shell command on a pseudo-terminal, using util-linux's `script`, and types answers. */
export async function runShellOnTerminal(command: string, { cwd, env = {}, answers = [] }: TerminalOptions): Promise<TerminalRun> {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm', SHELL: '/bin/sh', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  });
  let rest = answers;
  let screen = '';
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const [prompt, keys] = rest[0] ?? [];
    const at = prompt === undefined ? -1 : screen.indexOf(prompt, answered);
    if (prompt === undefined || at === -1) return;
    rest = rest.slice(1);
    answered = at + prompt.length;
    child.stdin.write(keys);
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, screen: screen.replaceAll('\r\n', '\n') };
}
