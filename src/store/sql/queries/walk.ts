import type { Connection, SqlValue } from '../connection.ts';
import { allOf, type Condition, type Fragment } from '../fragments.ts';
import type { Zone } from '../zones.ts';
import type { IdWindow } from './id-window.ts';

export interface Walk {
  readonly table: 'webhook_eventos' | 'leads' | 'conversoes';
  /** A select of `id` in the order of the list, without a limit; descending if there are `named` ids. `undefined`: nothing to walk. */
  readonly stream: Fragment | undefined;
  /** Additional ids to check, in descending order. */
  readonly named?: readonly number[];
  /** The conditions for a row `t` of the table. */
  readonly conditions: readonly (Condition | Fragment)[];
  readonly limit: number;
  /** Maximum ids of the stream to check. */
  readonly lookAt: number;
}

export interface ZoneWalk {
  /** The rarest first. */
  readonly zones: readonly [Zone, ...Zone[]];
  readonly window: IdWindow;
  /** The conditions for an event `t`. */
  readonly conditions: readonly (Condition | Fragment)[];
  readonly limit: number;
}

/** The ids found, in the order of the list, and where to continue: below `next`; `null` at the end. */
export interface WalkedIds {
  readonly ids: readonly number[];
  readonly next: number | null;
}

/**
 * One page from an index whose rows have to be checked one by one. However rare a match is, only `lookAt` ids are checked; then the page
 * ends early and returns where it stopped. All reads share one thread and none can be interrupted, so none may take long.
 */
export async function walk(connection: Connection, { table, stream, named = [], conditions, limit, lookAt }: Walk): Promise<WalkedIds> {
  const wanted = allOf(conditions);
  const most = wanted.sql === 'true' ? limit + 1 : lookAt;
  const streamed = stream === undefined ? [] : await idsOf(connection, `${stream.sql} limit ?`, ...stream.parameters, most);
  const lookedTo = streamed.length === most ? streamed.at(-1) : undefined;
  const beside = named.filter((id) => id >= (lookedTo ?? 0));
  const found = await check(connection, table, wanted, streamed, limit);
  const others = await check(connection, table, wanted, beside, limit);
  const ids = others.length === 0 ? found : [...new Set([...found, ...others])].toSorted((a, b) => b - a);
  const shown = ids.slice(0, limit);
  return { ids: shown, next: (ids.length > limit ? shown.at(-1) : lookedTo) ?? null };
}

/** The ids whose rows exist and match, in their order: up to one more than the page holds. */
async function check(
  connection: Connection,
  table: Walk['table'],
  wanted: Fragment,
  ids: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const sql = `select t.id from json_each(?) c cross join ${table} t on t.id = c.value where ${wanted.sql} /*! order by c.key */ limit ?`;
  return await idsOf(connection, sql, JSON.stringify(ids), ...wanted.parameters, limit + 1);
}

/** The ids that a statement returns. */
export async function idsOf(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): Promise<readonly number[]> {
  return (await connection.all<{ readonly id: number }>(sql, ...parameters)).map(({ id }) => id);
}

/** The texts in the column `value` of a statement. */
export async function valuesOf(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): Promise<readonly string[]> {
  return (await connection.all<{ readonly value: string }>(sql, ...parameters)).map(({ value }) => value);
}

/** The number in the column `total` of a statement's only row. */
export async function totalOf(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
  return ((await connection.get(sql, ...parameters)) as { readonly total: number }).total;
}
