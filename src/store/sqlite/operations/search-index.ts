import type { Connection } from '../connection.ts';
import { NEWER_EVENTS, NEWER_LEADS, PROGRESS, type SearchProgress, type SearchRow, wordsOf } from '../rows/search-rows.ts';

const SET_PROGRESS = 'update busca_progresso set ate = ? where tabela = ?';

const ADD_EVENT = 'insert into busca_eventos (rowid, palavras) values (?, ?)';

const ADD_LEAD = 'insert or replace into busca_leads (rowid, palavras) values (?, ?)';

const PENDING_LEADS = 'select lead_id as id from busca_leads_pendentes limit ?';

const NO_LONGER_PENDING = 'delete from busca_leads_pendentes where lead_id = ?';

const LEAD_CHANGED = 'insert or ignore into busca_leads_pendentes (lead_id) values (?)';

interface IndexedTable {
  readonly name: 'eventos' | 'leads';
  readonly newer: string;
  readonly add: string;
}

const EVENTS: IndexedTable = { name: 'eventos', newer: NEWER_EVENTS, add: ADD_EVENT };
const LEADS: IndexedTable = { name: 'leads', newer: NEWER_LEADS, add: ADD_LEAD };

/** Adds up to `limit` events and leads to the index: first new ones, then changed ones. */
export function indexMore(connection: Connection, limit: number): number {
  let left = limit;
  for (const table of [EVENTS, LEADS]) left -= indexNewer(connection, table, left);
  left -= indexChanged(connection, left);
  return limit - left;
}

/** Marks a lead whose indexed words may be outdated. */
export function leadChanged(connection: Connection, leadRow: number): void {
  connection.statement(LEAD_CHANGED).run(leadRow);
}

function indexNewer(connection: Connection, table: IndexedTable, limit: number): number {
  const { ate } = connection.get<SearchProgress>(PROGRESS, table.name) as SearchProgress;
  const rows = connection.all<SearchRow>(table.newer, ate, limit);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  add(connection, table, rows);
  connection.statement(SET_PROGRESS).run(last.id, table.name);
  return rows.length;
}

function indexChanged(connection: Connection, limit: number): number {
  const changed = connection.all<{ readonly id: number }>(PENDING_LEADS, limit);
  for (const { id } of changed) {
    add(connection, LEADS, connection.all<SearchRow>(NEWER_LEADS, id - 1, 1));
    connection.statement(NO_LONGER_PENDING).run(id);
  }
  return changed.length;
}

function add(connection: Connection, table: IndexedTable, rows: readonly SearchRow[]): void {
  const statement = connection.statement(table.add);
  for (const row of rows) statement.run(row.id, [...wordsOf(row)].join(' '));
}
