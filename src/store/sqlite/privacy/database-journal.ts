import { FileJournal } from '../../sql/privacy/journal.ts';
import { realDatabase } from '../database-path.ts';

/** The journal of erasures of a database: next to its file. */
export function journalOf(database: string): FileJournal {
  return new FileJournal(`${realDatabase(database)}-erasures`, realDatabase(database));
}
