import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';

/** Ids follow time, but two writers may overlap and a clock may be set back a little: so much, in ms, an id may be out of step. */
export const OUT_OF_STEP_MS = 3_600_000;

/** The looks at a table whose ids follow its times. */
interface TimedTable {
  readonly newest: string;
  readonly atOrAfter: string;
}

export const CONVERSION_TIMES = timedTable('conversoes', 'criado_em');
export const ACTIVITY_TIMES = timedTable('registro_operadores', 'em');

/** The ids between which a page lies: from the first one on, and before the second. Left out: no such end. */
export interface IdWindow {
  readonly from?: number;
  readonly before?: number;
}

interface TimedRow {
  readonly id: number;
  readonly at: number;
}

function timedTable(table: string, time: string): TimedTable {
  return {
    newest: `select max(id) as id from ${table}`,
    atOrAfter: `select id, ${time} as at from ${table} where id >= ? order by id limit 1`,
  };
}

/**
 * The ids around a span of time. Found by halving, with two dozen looks by key in ten million rows, so that no index of times has to be
 * written; the times themselves still have to be compared.
 */
export function idWindow(connection: Connection, table: TimedTable, span: { readonly since?: number; readonly until?: number }): IdWindow {
  return {
    ...(span.since === undefined ? {} : { from: firstIdAt(connection, table, span.since - OUT_OF_STEP_MS) }),
    ...(span.until === undefined ? {} : { before: firstIdAt(connection, table, span.until + OUT_OF_STEP_MS) }),
  };
}

/** The one upper end of a page with a cursor: of two, SQLite would start from either. */
export function upperEnd(cursor: string | undefined, window: IdWindow): number | undefined {
  if (cursor === undefined) return window.before;
  return Math.min(rowId(cursor), window.before ?? Number.MAX_SAFE_INTEGER);
}

/** An id such that the row before it is older than the time, and the row at or after it is not. */
function firstIdAt(connection: Connection, table: TimedTable, time: number): number {
  const { id: newest } = connection.statement(table.newest).get() as { readonly id: number | null };
  let older = 0;
  let first = (newest ?? 0) + 1;
  while (first - older > 1) {
    const middle = Math.floor((older + first) / 2);
    const row = connection.statement(table.atOrAfter).get(middle) as TimedRow | undefined;
    if (row === undefined || row.id >= first || row.at >= time) first = middle;
    else older = row.id;
  }
  return first;
}
