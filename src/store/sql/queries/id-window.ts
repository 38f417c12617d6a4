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

/** The id at which events of this time (UTC ms) and later ones begin. */
export const eventAtTime = idAtTime('eventos', 'recebido_em');

const TIMED_TABLES = {
  webhook_eventos: eventAtTime,
  leads: idAtTime('lead_linhas', 'criado_em'),
  conversoes: idAtTime('conversoes', 'criado_em'),
  registro_operadores: idAtTime('registro_operadores', 'em'),
} as const;

/** The range of ids that contains a page. Callers still compare the times, because ids follow them only approximately. */
export async function idWindow(
  connection: Connection,
  table: keyof typeof TIMED_TABLES,
  { since, until, before }: Span,
): Promise<IdWindow> {
  const idAt = TIMED_TABLES[table];
  return {
    from: since === undefined ? 0 : await idAt(connection, since - OUT_OF_STEP_MS),
    below: Math.min(
      until === undefined ? NO_END : await idAt(connection, until + OUT_OF_STEP_MS),
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

interface TimedRow {
  readonly id: number;
  readonly at: number;
}

/**
 * Finds an id whose row has this time or a later one while the row before it is older: two dozen lookups by key in ten million rows, so that
 * no index of times has to be maintained.
 */
function idAtTime(table: string, time: string): (connection: Connection, at: number) => Promise<number> {
  const newestId = `select max(id) as id from ${table}`;
  const nextRow = `select id, ${time} as at from ${table} where id >= ? order by id limit 1`;
  return async (connection, at) => {
    const { id: newest } = (await connection.get(newestId)) as { readonly id: number | null };
    let older = 0;
    let first = (newest ?? 0) + 1;
    while (first - older > 1) {
      const middle = Math.floor((older + first) / 2);
      const row = await connection.get<TimedRow>(nextRow, middle);
      if (row === undefined || row.id >= first || row.at >= at) first = middle;
      else older = row.id;
    }
    return first;
  };
}
