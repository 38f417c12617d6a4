import { OperatorAction } from '../../domain/activity.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import { INCOMPLETE } from '../move/move-rows.ts';
import type { SqlValue } from '../sql/connection.ts';
import type { Journal } from '../sql/core.ts';
import { type RepeatOptions, repeatErasures } from '../sql/ports/people.ts';
import type { JournalEntry } from '../sql/privacy/journal.ts';
import { journalEntries } from '../sql/privacy/stored-erasures.ts';
import { PostgresCore } from './core.ts';
import { toPostgres } from './dialect.ts';
import { RESTORE_MARK } from './migrate.ts';
import { PostgresSide } from './move-side.ts';
import { withPatientClient } from './pool.ts';

/** The erasures that a database knows. */
export async function serverErasures(url: string): Promise<readonly JournalEntry[]> {
  return await withPatientClient(url, async (client) => {
    const all = async <Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]> =>
      (await client.query(toPostgres(sql), [...parameters])).rows as Row[];
    return await journalEntries({ all }, null);
  });
}

/**
 * Locks a database whose contents are being replaced; other processes wait until it is disposed of.
 * @throws AppError as `PostgresSide.open`, and `store_unusable` for the target of an incomplete move
 */
export async function lockForRestore(url: string, now: number): Promise<PostgresSide> {
  const side = await PostgresSide.open(url, now);
  const isMoving = (await side.hasTable('mudanca')) && (await side.all(INCOMPLETE)).length > 0;
  if (!isMoving) return side;
  await side[Symbol.asyncDispose]();
  throw appError('store_unusable', (m) => m.errors.move.incomplete);
}

/**
 * Replaces the contents. From its start until `finishRestore`, nothing else opens the database (`migrate.ts`): no dump has the table of
 * the mark. If nothing was replaced, the database is as before.
 */
export async function replaceLocked(side: PostgresSide, contents: () => Promise<void>): Promise<void> {
  const isRepeated = await side.hasTable(RESTORE_MARK);
  await side.all(`create table if not exists ${RESTORE_MARK} ()`);
  try {
    await contents();
  } catch (error) {
    if (!isRepeated) await side.all(`drop table ${RESTORE_MARK}`);
    throw error;
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
  await withPatientClient(url, async (client) => {
    await client.query('delete from sessoes');
    await client.query(`drop table ${RESTORE_MARK}`);
  });
  return erasedAgain;
}
