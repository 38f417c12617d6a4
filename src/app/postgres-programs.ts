/** The programs that PostgreSQL has for backups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';

/** What libpq understands of the parameters that a URL of ours may have. */
const LIBPQ_PARAMETERS = new Set(['host', 'port', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'connect_timeout', 'options']);
/** Longest part of a program's last words that an error shows. */
const SHOWN_CHARACTERS = 300;

export interface ProgramCall {
  readonly program: 'pg_dump' | 'pg_restore';
  readonly args: readonly string[];
  /** The database, whose password only the environment of the program has; `undefined`: it connects to none. */
  readonly url?: string;
  readonly signal: AbortSignal;
  /** Called for each line of its output. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program of PostgreSQL to its end.
 * @throws AppError `not_found` if it is not installed, `store_unavailable` with its last words if it fails; the signal's abort reason
 */
export async function runPostgresProgram({ program, args, url, signal, onLine }: ProgramCall): Promise<void> {
  const { connection, password } = url === undefined ? { connection: [], password: '' } : connectionOf(url);
  const env = password === '' ? process.env : { ...process.env, PGPASSWORD: password };
  const child = spawn(program, [...connection, ...args], {
    env,
    signal,
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-10 * SHOWN_CHARACTERS);
  });
  try {
    const ended = once(child, 'close');
    // Reported where it is awaited.
    ended.catch(() => undefined);
    if (onLine !== undefined) for await (const line of createInterface({ input: child.stdout as Readable })) onLine(line);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw failed(program, words, password);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw appError('not_found', (m) => m.errors.backups.programMissing({ program }));
    throw error;
  }
}

/** The arguments name everything but the password: every user of the machine can read them. */
function connectionOf(url: string): { readonly connection: readonly string[]; readonly password: string } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  for (const name of [...address.searchParams.keys()]) if (!LIBPQ_PARAMETERS.has(name)) address.searchParams.delete(name);
  return { connection: ['--no-password', `--dbname=${address.href}`], password };
}

function failed(program: string, words: string, password: string): AppError {
  const isSecret = password !== '' && words.includes(password);
  const reason = isSecret ? '' : words.trim().slice(-SHOWN_CHARACTERS);
  return appError('store_unavailable', (m) => m.errors.backups.programFailed({ program, reason }));
}
