/** The programs that PostgreSQL has for backups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { AppError } from '../base/app-error.ts';
import { libpqUrl } from '../config/database-path.ts';
import { appError } from '../messages/messages.ts';

/** Longest part of a program's first error that is shown. */
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
 * @throws AppError `not_found` if it is not installed, `store_unavailable` with its first error if it fails; the signal's abort reason
 */
export async function runPostgresProgram({ program, args, url, signal, onLine }: ProgramCall): Promise<void> {
  const server = url === undefined ? undefined : libpqUrl(url);
  const { password = '' } = server ?? {};
  const child = spawn(program, [...(server === undefined ? [] : ['--no-password', `--dbname=${server.url}`]), ...args], {
    env: password === '' ? process.env : { ...process.env, PGPASSWORD: password },
    signal,
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(0, 100 * SHOWN_CHARACTERS);
  });
  try {
    const ended = once(child, 'close');
    // Reported where it is awaited.
    ended.catch(() => undefined);
    if (onLine !== undefined) for await (const line of linesOf(child.stdout as Readable)) onLine(line);
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

/** Lines end with LF alone: `node:readline` also splits at U+2028, which a value may contain. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const text of output.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Its first error says why; the lines after it may quote rows. */
function failed(program: string, words: string, password: string): AppError {
  const isSecret = password !== '' && words.includes(password);
  const [first] = words.split('\n').filter((line) => /error:|fatal:/i.test(line));
  const reason = isSecret ? '' : (first ?? '').trim().slice(0, SHOWN_CHARACTERS);
  return appError('store_unavailable', (m) => m.errors.backups.programFailed({ program, reason }));
}
