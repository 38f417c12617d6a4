import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The output of `npm run package` for this machine. */
export const EXECUTABLE = `${ROOT}out/linux-${process.arch}/lead-intake`;

/** The path of the program to test instead of `bin/run.js`: the executable, or the installed npm package. */
const UNDER_TEST = process.env['PROGRAM_UNDER_TEST'];

type Environment = Readonly<Record<string, string>>;

/** The words that start what `npm run build` made. */
export const BUILT = [process.execPath, '--', `${ROOT}bin/run.js`] as const;

/** The words that start the program under test. Nothing can be preloaded into the executable: then it is `bin/run.js`. */
export function programWords(env: Environment = {}): readonly [command: string, ...string[]] {
  const isBuilt = UNDER_TEST === undefined || (UNDER_TEST === EXECUTABLE && env['NODE_OPTIONS'] !== undefined);
  return isBuilt ? BUILT : [UNDER_TEST];
}

export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  /** The whole environment except PATH, HOME and an English locale: settings of the machine must not reach the program. */
  readonly env?: Environment;
  readonly cwd?: string;
  /** The program's stdin. Default: empty. */
  readonly stdin?: string;
  /** A file descriptor for its stderr. Default: a pipe to this process. */
  readonly stderr?: number;
  readonly stdout?: number;
}

/** Starts the program under test as a child process. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): ChildProcess {
  const [command, ...before] = programWords(options.env);
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C.UTF-8', ...options.env },
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', options.stdout ?? 'pipe', options.stderr ?? 'pipe'],
  });
  child.stdin?.end(options.stdin);
  return child;
}

/** Runs the program under test to its end. */
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
