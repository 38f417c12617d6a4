import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { allOf, type Condition, type Fragment, fragment } from '../fragments.ts';
import { BLOCK, blockOf, type Zone } from '../zones.ts';
import type { IdWindow } from './id-window.ts';

/** Blocks read for one page: 12,288 events, about 1 µs each. */
const MOST_BLOCKS = 48;

export interface Walk {
  readonly table: 'webhook_eventos' | 'leads' | 'conversoes';
  /**
   * A select of `id` in the order of the list along one index, without a limit; descending if there are `named` ids. `undefined` if there
   * is nothing to walk.
   */
  readonly stream: Fragment | undefined;
  /** Additional ids to check, in descending order. */
  readonly named?: readonly number[];
  /** The conditions for a row `t` of the table. */
  readonly conditions: readonly Condition[];
  readonly limit: number;
  /** Maximum ids of the stream to check. */
  readonly lookAt: number;
}

export interface ZoneWalk {
  /** The rarest first. */
  readonly zones: readonly [Zone, ...Zone[]];
  readonly window: IdWindow;
  /** The conditions for an event `t`. */
  readonly conditions: readonly Condition[];
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

/**
 * One page of events, newest first, out of the newest blocks that hold all of these values. However rare a match within them is, only
 * `MOST_BLOCKS` are read; then the page ends early and returns where it stopped.
 */
export function walkZones(connection: Connection, { zones, window, conditions, limit }: ZoneWalk): WalkedIds {
  const wanted = allOf(conditions);
  const blocks = blocksOf(connection, zones, window);
  const inBlock = `select t.id from webhook_eventos t where t.id >= ? and t.id < ? and ${wanted.sql} order by t.id desc limit ?`;
  const ids: number[] = [];
  for (const block of blocks) {
    const first = Math.max(window.from, block * BLOCK);
    const end = Math.min(window.below, (block + 1) * BLOCK);
    ids.push(...idsOf(connection, inBlock, first, end, ...wanted.parameters, limit + 1 - ids.length));
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] as number };
  }
  return { ids, next: blocks.length < MOST_BLOCKS ? null : (blocks.at(-1) as number) * BLOCK };
}

function blocksOf(connection: Connection, [first, ...others]: ZoneWalk['zones'], { from, below }: IdWindow): readonly number[] {
  const also = others.map(
    (zone): Condition => ['exists (select 1 from evento_zonas y where y.campo = ? and y.valor = ? and y.bloco = z.bloco)', ...zone],
  );
  const { sql, parameters } = fragment`
    select z.bloco as id from evento_zonas z
    where ${allOf([['z.campo = ? and z.valor = ? and z.bloco >= ? and z.bloco <= ?', ...first, blockOf(from), blockOf(below)], ...also])}
    order by z.bloco desc limit ${MOST_BLOCKS}`;
  return idsOf(connection, sql, ...parameters);
}

/** The ids whose rows exist and match, in their order: up to one more than the page holds. */
function check(connection: Connection, table: Walk['table'], wanted: Fragment, ids: readonly number[], limit: number): readonly number[] {
  if (ids.length === 0) return [];
  const sql = `select t.id from json_each(?) c cross join ${table} t on t.id = c.value where ${wanted.sql} limit ?`;
  return idsOf(connection, sql, JSON.stringify(ids), ...wanted.parameters, limit + 1);
}

/** The ids that a statement returns. */
export function idsOf(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): readonly number[] {
  return connection.all<{ readonly id: number }>(sql, ...parameters).map(({ id }) => id);
}
