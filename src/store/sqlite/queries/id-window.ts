import type { Connection } from '../connection.ts';
import type { Condition } from '../fragments.ts';
import { rowId } from '../rows/fields.ts';

/** Ids follow time, but two writers may overlap and a clock may be set back a little: an id may be out of order by up to this, in ms. */
const OUT_OF_STEP_MS = 3_600_000;

const NO_END = Number.MAX_SAFE_INTEGER;

/** The ids of a page: from `from` up to, but excluding, `below`. */
export interface IdWindow {
  readonly from: number;
  readonly below: number;
}

/** The filter of a list; `before` is the cursor of the page. */
interface Span {
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
}

/** Lookups in a table whose ids follow its times. */
interface TimedTable {
  /** An id such that no row below it has this time or a later one. */
  firstFrom(connection: Connection, time: number): number;
  /** An id such that every row with an earlier time is below it. */
  endBefore(connection: Connection, time: number): number;
}

const TIMED_TABLES = {
  webhook_eventos: withIndexOfTimes('eventos', 'recebido_em'),
  leads: withoutIndexOfTimes('leads', 'criado_em'),
  conversoes: withoutIndexOfTimes('conversoes', 'criado_em'),
  registro_operadores: withoutIndexOfTimes('registro_operadores', 'em'),
} as const satisfies Record<string, TimedTable>;

/** The range of ids that contains a page. Callers still compare the times, because ids follow them only approximately. */
export function idWindow(connection: Connection, table: keyof typeof TIMED_TABLES, { since, until, before }: Span): IdWindow {
  const times: TimedTable = TIMED_TABLES[table];
  return {
    from: since === undefined ? 0 : times.firstFrom(connection, since - OUT_OF_STEP_MS),
    below: Math.min(
      until === undefined ? NO_END : times.endBefore(connection, until + OUT_OF_STEP_MS),
      before === undefined ? NO_END : rowId(before),
    ),
  };
}

/** The window as conditions of a list. An open end adds no condition, so that it does not affect the query plan. */
export function insideWindow(id: string, { from, below }: IdWindow): readonly Condition[] {
  return [
    [`${id} >= ?`, from === 0 ? undefined : from],
    [`${id} < ?`, below === NO_END ? undefined : below],
  ];
}

/** Those of the ids that are in the window, each once, newest first. */
export function inWindow(ids: readonly number[], { from, below }: IdWindow): readonly number[] {
  return [...new Set(ids)].filter((id) => id >= from && id < below).toSorted((a, b) => b - a);
}

function withIndexOfTimes(table: string, time: string): TimedTable {
  const nearest = (sql: string) => (connection: Connection, at: number) => connection.get<{ readonly id: number }>(sql, at)?.id;
  const first = nearest(`select id from ${table} where ${time} >= ? order by ${time}, id limit 1`);
  const last = nearest(`select id from ${table} where ${time} < ? order by ${time} desc, id desc limit 1`);
  return {
    firstFrom: (connection, at) => first(connection, at) ?? NO_END,
    endBefore: (connection, at) => (last(connection, at) ?? 0) + 1,
  };
}

interface TimedRow {
  readonly id: number;
  readonly at: number;
}

/** Found by binary search with two dozen lookups by key in ten million rows, so that no index of times has to be maintained. */
function withoutIndexOfTimes(table: string, time: string): TimedTable {
  const newestId = `select max(id) as id from ${table}`;
  const nextRow = `select id, ${time} as at from ${table} where id >= ? order by id limit 1`;
  /** The row before the id is older than the time; the row at or after it is not. */
  const turn = (connection: Connection, at: number): number => {
    const { id: newest } = connection.statement(newestId).get() as { readonly id: number | null };
    let older = 0;
    let first = (newest ?? 0) + 1;
    while (first - older > 1) {
      const middle = Math.floor((older + first) / 2);
      const row = connection.get<TimedRow>(nextRow, middle);
      if (row === undefined || row.id >= first || row.at >= at) first = middle;
      else older = row.id;
    }
    return first;
  };
  return { firstFrom: turn, endBefore: turn };
}
