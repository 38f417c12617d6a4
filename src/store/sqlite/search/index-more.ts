import { CHANGED_LEADS, NEWER_EVENTS, NEWER_LEADS, type SearchRow, wordsOf } from '../../sql/rows/search-rows.ts';
import type { SqliteConnection } from '../connection.ts';
import { isBusyError } from '../errors.ts';
import { type Positions, savePosition } from './positions.ts';
import { writeIndex } from './write-index.ts';

/** How long to wait for a lock, in ms. Another process that is indexing holds it for longer. */
const TIMEOUT_MS = 50;

const NEWEST_CHANGE = 'select ifnull(max(id), 0) as id from lead_mudancas';

const ADD_EVENT = 'insert into busca_eventos (rowid, palavras) values (?, ?)';

const ADD_LEAD = 'insert or replace into busca_leads (rowid, palavras) values (?, ?)';

/** What is read from the database, in this order: a lead that changes after it was read has a newer change. */
const SOURCES = [
  { table: 'eventos', newer: NEWER_EVENTS, add: ADD_EVENT },
  { table: 'leads', newer: NEWER_LEADS, add: ADD_LEAD },
  { table: 'mudancas', newer: CHANGED_LEADS, add: ADD_LEAD },
] as const;

/**
 * Reads at most `limit` new events, new leads and changed leads, and adds them to the index, in one transaction of the index. Creates the
 * index if it is missing, and replaces it if it is damaged or does not fit the database: it contains nothing else.
 *
 * @returns how many; 0 also while another process is indexing
 */
export function indexMore(database: SqliteConnection, limit: number): number {
  database.checkPlace();
  const add = (): number | undefined =>
    writeIndex(database, TIMEOUT_MS, (index, positions) => addRows(database, index, withoutOldChanges(database, index, positions), limit));
  try {
    // Again if the index could not be used and was removed.
    return add() ?? add() ?? 0;
  } catch (error) {
    if (isBusyError(error)) return 0;
    throw error;
  }
}

function addRows(database: SqliteConnection, index: SqliteConnection, positions: Positions, limit: number): number {
  let left = limit;
  for (const { table, newer, add } of SOURCES) {
    const statement = index.statement(add);
    let last: number | undefined;
    for (const row of database.iterate<SearchRow>({ sql: newer, parameters: [positions[table], left] })) {
      statement.run(row.id, [...wordsOf(row)].join(' '));
      last = row.posicao;
      left -= 1;
    }
    if (last !== undefined) savePosition(database, index, table, last);
  }
  return limit - left;
}

/** The leads of a new index are read as they are now, so their earlier changes are not read. */
function withoutOldChanges(database: SqliteConnection, index: SqliteConnection, positions: Positions): Positions {
  const { id } = database.row(NEWEST_CHANGE) as { readonly id: number };
  if (positions.leads > 0 || id === 0) return positions;
  savePosition(database, index, 'mudancas', id);
  return { ...positions, mudancas: id };
}
