import { sql } from 'kysely';
import { CONVERSION_STATES, PLATFORMS, type Platform } from '../../../domain/conversion.ts';
import type { ConversionQuery } from '../../../domain/report-ports.ts';
import { DELIVERY_COLUMNS } from '../rows/conversion-rows.ts';
import { rowId } from '../rows/row-id.ts';
import { type CompiledList, compiled, lists } from './compiler.ts';
import { type IdWindow, insideWindow } from './id-window.ts';

/** Null: those that are reported to no platform. */
type Part = Omit<ConversionQuery, 'platform'> & { readonly platform?: Platform | null };

/**
 * One page of conversions, newest first; one row more than asked tells whether there is another page. Like the list of events, it walks one
 * index in the order of ids: that of the client, or of (estado, plataforma, id), whose parts are merged where only one of the two is given.
 * Those of one lead are few and are sorted.
 */
export function compileConversions(page: ConversionQuery, window: IdWindow): CompiledList {
  const isWalkedByOther = page.leadId !== undefined || page.clientId !== undefined;
  if (isWalkedByOther || (page.state === undefined) === (page.platform === undefined)) return compiled(conversionsById(page, window));
  const parts: readonly Part[] =
    page.state === undefined
      ? CONVERSION_STATES.map((state) => ({ ...page, state }))
      : [...PLATFORMS, null].map((platform) => ({ ...page, platform }));
  return compiled(mergedById(parts, window, page.limit));
}

/** Those with these ids, newest first. */
export function compileConversionsById(ids: readonly number[]): CompiledList {
  const isNamed = sql<boolean>`conversoes.id in (select value from json_each(${JSON.stringify(ids)}))`;
  return compiled(conversionViews().where(isNamed).orderBy('conversoes.id', 'desc'));
}

/** With whom their leads belong to. Left joins keep SQLite from beginning with another table. */
function conversionViews() {
  return lists
    .selectFrom('conversoes')
    .leftJoin('leads', 'leads.id', 'conversoes.lead_id')
    .leftJoin('clientes', 'clientes.id', 'conversoes.cliente_id')
    .leftJoin('campanhas', 'campanhas.id', 'leads.campanha_id')
    .leftJoin('conversoes_envio', 'conversoes_envio.conversao_id', 'conversoes.id')
    .selectAll('conversoes')
    .select(DELIVERY_COLUMNS)
    .select(['leads.origem', 'leads.campanha_id', 'clientes.nome as cliente_nome', 'campanhas.nome as campanha_nome']);
}

/** `+column` leaves a condition to be checked row by row. */
function conversionsById(page: Part, window: IdWindow) {
  const hasLead = page.leadId !== undefined;
  const hasClient = page.clientId !== undefined;
  const column = (name: 'cliente_id' | 'estado' | 'plataforma', isWalked: boolean) =>
    sql<string | number | null>`${sql.raw(isWalked ? '' : '+')}${sql.ref(`conversoes.${name}`)}`;
  const areStatesWalked = !hasLead && !hasClient;
  let query = conversionViews();
  if (page.leadId !== undefined) query = query.where('conversoes.lead_id', '=', rowId(page.leadId));
  if (page.clientId !== undefined) query = query.where(column('cliente_id', !hasLead), '=', rowId(page.clientId));
  if (page.state !== undefined) query = query.where(column('estado', areStatesWalked), '=', page.state);
  if (page.platform !== undefined) query = query.where(column('plataforma', areStatesWalked), 'is', page.platform);
  if (page.since !== undefined) query = query.where('conversoes.criado_em', '>=', page.since);
  if (page.until !== undefined) query = query.where('conversoes.criado_em', '<', page.until);
  for (const condition of insideWindow('conversoes.id', window)) query = query.where(condition);
  return query.orderBy('conversoes.id', 'desc').limit(page.limit + 1);
}

function mergedById(parts: readonly Part[], window: IdWindow, limit: number) {
  const [first, ...others] = parts.map((part) => lists.selectFrom(conversionsById(part, window).as('parte')).selectAll());
  if (first === undefined) throw new Error('a merged list has parts');
  return others
    .reduce((union, part) => union.unionAll(part), first)
    .orderBy('id', 'desc')
    .limit(limit + 1);
}
