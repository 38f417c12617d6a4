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

/** The ids at which events of these times (UTC ms) and later ones begin. */
export const eventsAtTimes = idsAtTimes('eventos', 'recebido_em');

const TIMED_TABLES = {
  webhook_eventos: eventsAtTimes,
  leads: idsAtTimes('lead_linhas', 'criado_em'),
  conversoes: idsAtTimes('conversoes', 'criado_em'),
  registro_operadores: idsAtTimes('registro_operadores', 'em'),
} as const;

/** The range of ids that contains a page. Callers still compare the times, because ids follow them only approximately. */
export async function idWindow(
  connection: Connection,
  table: keyof typeof TIMED_TABLES,
  { since, until, before }: Span,
): Promise<IdWindow> {
  const idAt = async (time: number): Promise<number> => (await TIMED_TABLES[table](connection, [time]))[0] as number;
  return {
    from: since === undefined ? 0 : await idAt(since - OUT_OF_STEP_MS),
    below: Math.min(until === undefined ? NO_END : await idAt(until + OUT_OF_STEP_MS), before === undefined ? NO_END : rowId(before)),
  };
}

/** The window as conditions of a list. An open end adds no condition, so that it does not affect the query plan. */
export function insideWindow(id: string, { from, below }: IdWindow): readonly Condition[] {
  return [
    [`${id} >= ?`, from === 0 ? undefined : from],
    [`${id} < ?`, below === NO_END ? undefined : below],
  ];
}

/** Both ends of the window, even open ones, so that the text of a walk stays the same. */
export function withinWindow(id: string, { from, below }: IdWindow): Condition {
  return [`${id} >= ? and ${id} < ?`, from, below];
}

/** Those of the ids that are in the window, each once, newest first. */
export function inWindow(ids: readonly number[], { from, below }: IdWindow): readonly number[] {
  return [...new Set(ids)].filter((id) => id >= from && id < below).toSorted((a, b) => b - a);
}

interface TimedRow {
  readonly id: number | null;
  readonly at: number;
}

/**
 * Finds, for each time, an id whose row has this time or a later one while the row before it is older: two dozen lookups by key in ten million
 * rows, so that no index of times has to be maintained. A statement looks up a row for each time: a server is as far away for one as for all.
 */
function idsAtTimes(table: string, time: string): (connection: Connection, times: readonly number[]) => Promise<readonly number[]> {
  const newestId = `select max(id) as id from ${table}`;
  const nextRow = (column: string): string => `(select ${column} from ${table} where id >= c.value order by id limit 1)`;
  const nextRows = `select ${nextRow('id')} as id, ${nextRow(time)} as at from json_each(?) c /*! order by c.key */`;
  return async (connection, times) => {
    const { id: newest } = (await connection.get(newestId)) as { readonly id: number | null };
    const spans = times.map((at) => ({ at, older: 0, first: (newest ?? 0) + 1 }));
    for (;;) {
      const open = spans.filter(({ older, first }) => first - older > 1);
      if (open.length === 0) return spans.map(({ first }) => first);
      const middles = open.map(({ older, first }) => Math.floor((older + first) / 2));
      const rows = await connection.all<TimedRow>(nextRows, JSON.stringify(middles));
      for (const [index, span] of open.entries()) {
        const { id, at } = rows[index] as TimedRow;
        if (id === null || id >= span.first || at >= span.at) span.first = middles[index] as number;
        else span.older = id;
      }
    }
  };
}
