import { ROWS, type SearchRow, wordsOf } from '../../sql/rows/search-rows.ts';
import type { SearchedTable } from '../../sql/search.ts';
import type { SqliteConnection } from '../connection.ts';
import { fileAt } from '../database-path.ts';
import { truncateLog } from '../driver.ts';
import { indexPath, writableIndex } from './index-file.ts';
import { writeIndex } from './write-index.ts';

/**
 * Takes the words of blanked rows out of the index. FTS5 only notes which rows of a contentless table are deleted, in tombstones (its option
 * `secure-delete` does nothing there); their words are gone once the segments that contain them are merged.
 */

/** How long to wait for another process that is indexing, in ms. */
const TIMEOUT_MS = 10_000;

interface BlankedRow {
  readonly id: number;
  readonly tabela: SearchedTable;
  readonly linha: number;
}

const BLANKED = 'select * from busca_apagadas where id > ? order by id limit ?';

/**
 * Indexes blanked rows as they are now: from then on, no search finds their words.
 *
 * @returns the last row of the list that was done; `null` at its end
 */
export function indexBlanked(database: SqliteConnection, after: number, limit: number): number | null {
  const rows = database.rows<BlankedRow>(BLANKED, after, limit);
  if (rows.length > 0 && hasIndex(database)) {
    writeIndex(database, TIMEOUT_MS, (index, positions) => {
      // Rows above the position are not in the index yet.
      for (const row of rows) if (row.linha <= positions[row.tabela]) indexAgain(database, index, row);
    });
  }
  return rows.at(-1)?.id ?? null;
}

function indexAgain(database: SqliteConnection, index: SqliteConnection, { tabela, linha }: BlankedRow): void {
  const row = database.row<SearchRow>(ROWS[tabela], JSON.stringify([linha]));
  const words = row === undefined ? [] : [...wordsOf(row)];
  index.statement(`insert or replace into busca_${tabela} (rowid, palavras) values (?, ?)`).run(linha, words.join(' '));
}

/**
 * Merges at most so many pages of a table. A negative number begins to merge all segments into one, a positive one continues.
 *
 * @returns whether there was anything to merge
 */
export function mergeIndex(database: SqliteConnection, table: SearchedTable, pages: number): boolean {
  if (!hasIndex(database)) return false;
  const merged = writeIndex(database, TIMEOUT_MS, (index) => {
    const before = changesOf(index);
    index.statement(`insert into busca_${table} (busca_${table}, rank) values ('merge', ?)`).run(pages);
    // One change is the command itself.
    return changesOf(index) - before > 1;
  });
  return merged ?? false;
}

const BLANKED_OF = 'select linha from busca_apagadas where tabela = ? and id <= ?';

/** The pages of tombstones come after all others of FTS5's table (`FTS5_TOMBSTROWSID`). */
const TOMBSTONES = (table: SearchedTable): string => `select block from busca_${table}_data where id >= 1 << 53`;

/** Whether segments of a table still contain words of rows in the list, up to one of its rows. */
export function holdsBlanked(database: SqliteConnection, table: SearchedTable, upTo: number): boolean {
  if (!hasIndex(database)) return false;
  const rows = new Set(database.rows<{ readonly linha: number }>(BLANKED_OF, table, upTo).map(({ linha }) => linha));
  const read = (index: SqliteConnection): boolean =>
    index.rows<{ readonly block: Buffer }>(TOMBSTONES(table)).some(({ block }) => rowsOf(block).some((row) => rows.has(row)));
  return rows.size > 0 && (writeIndex(database, TIMEOUT_MS, read) ?? false);
}

/** The rows in a page of tombstones: a header of 8 bytes, whose first is the size of each number. 0 is an empty place. */
function rowsOf(page: Buffer): readonly number[] {
  const size = page[0] === 4 ? 4 : 8;
  const places = Array.from({ length: Math.floor(page.length / size) - 8 / size }, (_, place) => 8 + place * size);
  return places.map((at) => (size === 4 ? page.readUInt32BE(at) : Number(page.readBigUInt64BE(at))));
}

/**
 * Copies the log of the index into its file, and empties it.
 *
 * @returns false if a long search kept it from that
 */
export function emptyIndexLog(database: SqliteConnection): boolean {
  if (!hasIndex(database)) return true;
  const { driver } = writableIndex(database);
  driver.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
  return truncateLog(driver);
}

function hasIndex({ path }: SqliteConnection): boolean {
  return fileAt(indexPath(path)) !== undefined;
}

function changesOf(index: SqliteConnection): number {
  return (index.row('select total_changes() as changes') as { readonly changes: number }).changes;
}
