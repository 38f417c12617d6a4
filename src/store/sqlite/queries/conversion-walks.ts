import { PLATFORMS } from '../../../domain/conversion.ts';
import type { ConversionQuery } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import { type Fragment, type WalkedIds, walk } from './bounded-walk.ts';
import { type IdWindow, idWindow } from './id-window.ts';

/** Conversions looked at for one page of a list. */
const LOOKED_AT = 5_000;

/** Whether no index has together what a list of conversions is narrowed down by: then a part of one is walked at a time. */
export function isConversionWalk({ errorCode, clientId, leadId, state, platform }: ConversionQuery): boolean {
  return errorCode !== undefined || (clientId !== undefined && leadId === undefined && (state !== undefined || platform !== undefined));
}

/** One page of such conversions. */
export function walkConversions(connection: Connection, query: ConversionQuery): WalkedIds {
  const window = idWindow(connection, 'conversoes', query);
  const { limit } = query;
  return walk(connection, {
    table: 'conversoes',
    stream: streamOf(query, window),
    named: [],
    conditions: conditionsOf(query),
    limit,
    lookAt: LOOKED_AT,
  });
}

/** The index that leaves the fewest; without any, those that were tried. Only conversions for a platform are ever rejected. */
function streamOf({ leadId, clientId, state, platform }: ConversionQuery, { from, below }: IdWindow): Fragment {
  const part = (where: string) => `select id from conversoes where ${where} and id >= ? and id < ?`;
  if (leadId !== undefined) return { sql: `${part('lead_id = ?')} order by id desc`, parameters: [rowId(leadId), from, below] };
  if (clientId !== undefined) return { sql: `${part('cliente_id = ?')} order by id desc`, parameters: [rowId(clientId), from, below] };
  if (state === 'rejeitada') {
    const platforms = platform === undefined ? PLATFORMS : [platform];
    return {
      sql: `${platforms.map(() => part("estado = 'rejeitada' and plataforma = ?")).join(' union all ')} order by id desc`,
      parameters: platforms.flatMap((one) => [one, from, below]),
    };
  }
  const sql = 'select conversao_id as id from conversoes_envio where conversao_id >= ? and conversao_id < ? order by conversao_id desc';
  return { sql, parameters: [from, below] };
}

function conditionsOf({ errorCode, state, platform, clientId, since, until }: ConversionQuery): readonly Fragment[] {
  const wanted: readonly (readonly [sql: string, value: string | number | undefined])[] = [
    ['exists (select 1 from conversoes_envio s where s.conversao_id = t.id and s.erro_codigo = ?)', errorCode],
    ['t.estado = ?', state],
    ['t.plataforma = ?', platform],
    ['t.cliente_id = ?', clientId === undefined ? undefined : rowId(clientId)],
    ['t.criado_em >= ?', since],
    ['t.criado_em < ?', until],
  ];
  return wanted.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, parameters: [value] }]));
}
