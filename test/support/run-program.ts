import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The path of the program to test instead of `bin/run.js`: the executable, or the installed npm package. */
const PROGRAM = process.env['PROGRAM_UNDER_TEST'];

export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  /** The whole environment except PATH, HOME and an English locale: settings of the machine must not reach the program. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The program's stdin. Default: empty. */
  readonly stdin?: string;
  /** A file descriptor for its stderr. Default: a pipe to this process. */
  readonly stderr?: number;
  readonly stdout?: number;
}

/** Starts the built program as a child process. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): ChildProcess {
  const [command, before] = PROGRAM === undefined ? [process.execPath, ['--', `${ROOT}bin/run.js`]] : [PROGRAM, []];
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C.UTF-8', ...options.env },
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', options.stdout ?? 'pipe', options.stderr ?? 'pipe'],
  });
  child.stdin?.end(options.stdin);
  return child;
}

/** Runs the built program to its end. */
export async function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return await finished(startProgram(args, options));
}

/** Collects the output of a child process until it ends. */
export async function finished(child: ChildProcess): Promise<ProgramResult> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout, stderr };
}
