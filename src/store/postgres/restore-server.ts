import { OperatorAction } from '../../domain/activity.ts';
import type { Operator } from '../../domain/ports.ts';
import type { SqlValue } from '../sql/connection.ts';
import type { Journal } from '../sql/core.ts';
import { type RepeatOptions, repeatErasures } from '../sql/ports/people.ts';
import type { JournalEntry } from '../sql/privacy/journal.ts';
import { journalEntries } from '../sql/privacy/stored-erasures.ts';
import { PostgresCore } from './core.ts';
import { toPostgres } from './dialect.ts';
import { toStoreError } from './errors.ts';
import { PostgresSide } from './move-side.ts';
import { newPatientClient } from './pool.ts';

/** The erasures that a database knows. */
export async function serverErasures(url: string): Promise<readonly JournalEntry[]> {
  return await withClient(url, (all) => journalEntries({ all }, null));
}

/** A database whose contents are being replaced; other processes wait until it is disposed of. */
export class ServerRestore implements AsyncDisposable {
  readonly #side: PostgresSide;

  private constructor(side: PostgresSide) {
    this.#side = side;
  }

  /** Throws as `PostgresSide.open`. */
  static async begin(url: string, now: number): Promise<ServerRestore> {
    return new ServerRestore(await PostgresSide.open(url, now));
  }

  async erasures(): Promise<readonly JournalEntry[]> {
    return await journalEntries(this.#side, null);
  }

  /** From now on, only `finishRestore` opens the database (`migrate.ts`). No dump has this table. */
  async mark(): Promise<void> {
    await this.#side.all('create table if not exists restauracao ()');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#side[Symbol.asyncDispose]();
  }
}

/**
 * Ends a restore: migrates the schema, repeats erasures, ends all sessions, and opens the database to others.
 *
 * @returns how many people were erased again
 */
export async function finishRestore(
  url: string,
  { journal, target, operator }: { readonly journal: Journal; readonly target: string; readonly operator: Operator },
  options: RepeatOptions,
): Promise<number> {
  const core = await PostgresCore.open(url, operator.now, { isRestoring: true });
  let erasedAgain: number;
  try {
    erasedAgain = await repeatErasures(core, journal, options);
    options.signal.throwIfAborted();
    await core.write('recordActivity', OperatorAction.restore, target, '', operator);
  } finally {
    await core.close();
  }
  await withClient(url, async (all) => {
    await all('delete from sessoes');
    await all('drop table restauracao');
  });
  return erasedAgain;
}

type All = <Row>(sql: string, ...parameters: readonly SqlValue[]) => Promise<readonly Row[]>;

async function withClient<Result>(url: string, work: (all: All) => Promise<Result>): Promise<Result> {
  const client = newPatientClient(url, 'lead-intake');
  try {
    await client.connect();
    return await work(async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
      return (await client.query(toPostgres(sql), [...parameters])).rows as Row[];
    });
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end();
  }
}
