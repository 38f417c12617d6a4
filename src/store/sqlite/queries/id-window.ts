import type { Connection } from '../connection.ts';
import type { Condition } from '../fragments.ts';
import { rowId } from '../rows/row-id.ts';

/** Ids follow time, but two writers may overlap and a clock may be set back a little: so much, in ms, an id may be out of step. */
const OUT_OF_STEP_MS = 3_600_000;

const NO_END = Number.MAX_SAFE_INTEGER;

/** The ids of a page: `from` and above, less than `below`. */
export interface IdWindow {
  readonly from: number;
  readonly below: number;
}

/** What a list is asked for; `before` is the cursor of the page. */
interface Span {
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
}

/** The looks at a table whose ids follow its times. */
interface TimedTable {
  /** An id with no row of this time or later below it. */
  firstFrom(connection: Connection, time: number): number;
  /** An id with every row of an earlier time below it. */
  endBefore(connection: Connection, time: number): number;
}

const TIMED_TABLES = {
  webhook_eventos: withIndexOfTimes('webhook_eventos', 'recebido_em'),
  leads: withoutIndexOfTimes('leads', 'criado_em'),
  conversoes: withoutIndexOfTimes('conversoes', 'criado_em'),
  registro_operadores: withoutIndexOfTimes('registro_operadores', 'em'),
} as const satisfies Record<string, TimedTable>;

/** The ids between which a page lies. Its times are still to be compared: ids follow them only nearly. */
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

/** The window as conditions of a list; an end that is open is none, so that the plan is that of the other conditions. */
export function insideWindow(id: string, { from, below }: IdWindow): readonly Condition[] {
  return [
    [`${id} >= ?`, from === 0 ? undefined : from],
    [`${id} < ?`, below === NO_END ? undefined : below],
  ];
}

function withIndexOfTimes(table: string, time: string): TimedTable {
  const nearest = (sql: string) => (connection: Connection, at: number) =>
    (connection.statement(sql).get(at) as { readonly id: number } | undefined)?.id;
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

/** Found by halving, with two dozen looks by key in ten million rows, so that no index of times has to be written. */
function withoutIndexOfTimes(table: string, time: string): TimedTable {
  const newestId = `select max(id) as id from ${table}`;
  const nextRow = `select id, ${time} as at from ${table} where id >= ? order by id limit 1`;
  /** The row before the id is older than the time, and the row at or after it is not. */
  const turn = (connection: Connection, at: number): number => {
    const { id: newest } = connection.statement(newestId).get() as { readonly id: number | null };
    let older = 0;
    let first = (newest ?? 0) + 1;
    while (first - older > 1) {
      const middle = Math.floor((older + first) / 2);
      const row = connection.statement(nextRow).get(middle) as TimedRow | undefined;
      if (row === undefined || row.id >= first || row.at >= at) first = middle;
      else older = row.id;
    }
    return first;
  };
  return { firstFrom: turn, endBefore: turn };
}
