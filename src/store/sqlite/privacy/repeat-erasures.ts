import { type RepeatOptions, repeatErasures } from '../../sql/ports/people.ts';
import { SqliteCore } from '../core.ts';
import { journalOf } from './database-journal.ts';

/**
 * Repeats in a restored database the erasures that it does not know.
 *
 * @param database a file that no other process uses
 * @param replaced the database whose journal is read
 * @param now UTC ms
 * @returns how many
 * @throws the signal's abort reason
 */
export async function repeatErasuresIn(database: string, replaced: string, now: number, options: RepeatOptions): Promise<number> {
  const journal = journalOf(replaced);
  if (!journal.exists) return 0;
  const core = new SqliteCore(database, now, { create: false });
  try {
    return await repeatErasures(core, journal, options);
  } finally {
    await core.close();
  }
}
