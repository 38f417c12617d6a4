import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { allOf, type Condition, type Fragment } from '../fragments.ts';

export interface Walk {
  readonly table: 'webhook_eventos' | 'leads' | 'conversoes';
  /** A select of `id` in the order of the list along one index, without a limit: descending where ids are named besides; undefined: nothing to walk. */
  readonly stream: Fragment | undefined;
  /** Ids to look at besides, in descending order. */
  readonly named?: readonly number[];
  /** What a row `t` of the table must fulfil. */
  readonly conditions: readonly Condition[];
  readonly limit: number;
  /** Most ids of the stream to look at. */
  readonly lookAt: number;
}

/** The ids found, in the order of the list, and where to go on: below `next`; null at the end. */
export interface WalkedIds {
  readonly ids: readonly number[];
  readonly next: number | null;
}

/**
 * One page out of an index whose rows have to be checked one by one. However rare what is looked for, only so many ids are looked at;
 * then the page ends early and says where it stopped. All reads share one thread, and none can be interrupted: none may take long.
 */
export function walk(connection: Connection, { table, stream, named = [], conditions, limit, lookAt }: Walk): WalkedIds {
  const wanted = allOf(conditions);
  const most = wanted.sql === 'true' ? limit + 1 : lookAt;
  const streamed = stream === undefined ? [] : idsOf(connection, `${stream.sql} limit ?`, ...stream.parameters, most);
  const lookedTo = streamed.length === most ? streamed.at(-1) : undefined;
  const beside = named.filter((id) => id >= (lookedTo ?? 0));
  const found = check(connection, table, wanted, streamed, limit);
  const others = check(connection, table, wanted, beside, limit);
  const ids = others.length === 0 ? found : [...new Set([...found, ...others])].toSorted((a, b) => b - a);
  const shown = ids.slice(0, limit);
  return { ids: shown, next: (ids.length > limit ? shown.at(-1) : lookedTo) ?? null };
}

/** Those of the ids, in their order, whose rows exist and are wanted: one more than the page takes. */
function check(connection: Connection, table: Walk['table'], wanted: Fragment, ids: readonly number[], limit: number): readonly number[] {
  if (ids.length === 0) return [];
  const sql = `select t.id from json_each(?) c cross join ${table} t on t.id = c.value where ${wanted.sql} limit ?`;
  return idsOf(connection, sql, JSON.stringify(ids), ...wanted.parameters, limit + 1);
}

/** The ids that a statement gives. */
export function idsOf(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): readonly number[] {
  return connection.all<{ readonly id: number }>(sql, ...parameters).map(({ id }) => id);
}
