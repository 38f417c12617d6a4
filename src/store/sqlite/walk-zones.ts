import type { Origin } from '../../domain/origin.ts';
import { allOf, type Condition, fragment } from '../sql/fragments.ts';
import { mapInOrder } from '../sql/in-order.ts';
import type { IdWindow } from '../sql/queries/id-window.ts';
import { idsOf, type WalkedIds, type ZoneWalk } from '../sql/queries/walk.ts';
import { BLOCK, blockOf } from '../sql/zones.ts';
import type { SqliteConnection } from './connection.ts';

/** Blocks read for one page: 12,288 events, about 1 µs each. */
const MOST_BLOCKS = 48;

/**
 * One page of events, newest first, out of the newest blocks that hold all of these values. However rare a match within them is, only
 * `MOST_BLOCKS` are read; then the page ends early and returns where it stopped.
 */
export async function walkZones(connection: SqliteConnection, { zones, window, conditions, limit }: ZoneWalk): Promise<WalkedIds> {
  const wanted = allOf(conditions);
  const blocks = await blocksOf(connection, zones, window);
  const inBlock = `select t.id from webhook_eventos t where t.id >= ? and t.id < ? and ${wanted.sql} order by t.id desc limit ?`;
  const ids: number[] = [];
  for (const block of blocks) {
    const first = Math.max(window.from, block * BLOCK);
    const end = Math.min(window.below, (block + 1) * BLOCK);
    ids.push(...(await idsOf(connection, inBlock, first, end, ...wanted.parameters, limit + 1 - ids.length)));
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] as number };
  }
  return { ids, next: blocks.length < MOST_BLOCKS ? null : (blocks.at(-1) as number) * BLOCK };
}

/** The newest event of a source that a sender sent, below each of these ids. */
export async function newestSent(
  connection: SqliteConnection,
  origin: Origin,
  below: readonly number[],
): Promise<readonly (number | null)[]> {
  const conditions: readonly Condition[] = [['+t.origem = ?', origin], ["+t.credencial <> 'backfill'"]];
  return await mapInOrder(below, async (id) => {
    const { ids } = await walkZones(connection, { zones: [['origem', origin]], window: { from: 0, below: id }, conditions, limit: 1 });
    return ids[0] ?? null;
  });
}

async function blocksOf(
  connection: SqliteConnection,
  [first, ...others]: ZoneWalk['zones'],
  { from, below }: IdWindow,
): Promise<readonly number[]> {
  const also = others.map(
    (zone): Condition => ['exists (select 1 from evento_zonas y where y.campo = ? and y.valor = ? and y.bloco = z.bloco)', ...zone],
  );
  const { sql, parameters } = fragment`
    select z.bloco as id from evento_zonas z
    where ${allOf([['z.campo = ? and z.valor = ? and z.bloco >= ? and z.bloco <= ?', ...first, blockOf(from), blockOf(below)], ...also])}
    order by z.bloco desc limit ${MOST_BLOCKS}`;
  return await idsOf(connection, sql, ...parameters);
}
