import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import type { IdWindow } from './bounded-walk.ts';
import { OUT_OF_STEP_MS } from './ids-by-time.ts';

const TIMES = { webhook_eventos: 'recebido_em', leads: 'criado_em' } as const;

const EMPTY: IdWindow = { from: 1, below: 0 };

/** The ids between which a page lies. Its times are still to be compared: ids follow them only nearly. */
export function idWindow(
  connection: Connection,
  table: keyof typeof TIMES,
  { since, until, before }: { readonly since?: number; readonly until?: number; readonly before?: string },
): IdWindow {
  const time = TIMES[table];
  const nearest = (sql: string, at: number): number | undefined =>
    (connection.statement(sql).get(at) as { readonly id: number } | undefined)?.id;
  const below = before === undefined ? Number.MAX_SAFE_INTEGER : rowId(before);
  const from =
    since === undefined ? 0 : nearest(`select id from ${table} where ${time} >= ? order by ${time}, id limit 1`, since - OUT_OF_STEP_MS);
  if (from === undefined) return EMPTY;
  if (until === undefined) return { from, below };
  const newest = nearest(`select id from ${table} where ${time} < ? order by ${time} desc, id desc limit 1`, until + OUT_OF_STEP_MS);
  return newest === undefined ? EMPTY : { from, below: Math.min(below, newest + 1) };
}
