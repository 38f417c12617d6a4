import { sql } from 'kysely';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventQuery, LeadQuery, Page } from '../../../domain/ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { type CompiledList, compiled, lists } from './compiler.ts';

const EVENT_SUMMARY_COLUMNS = [
  'id',
  'origem',
  'event_type',
  'identidade',
  'status',
  'erro_codigo',
  'erro_mensagem',
  'lead_id',
  'recebido_em',
  'processado_em',
  'reenvios',
  'conflitos',
] as const;

/**
 * One page of events, newest first; one row more than asked tells whether there is another page. Whatever is filtered, an
 * index is walked in the order of the list, so that a page costs the same in a table of ten million rows.
 */
export function compileEvents(page: EventQuery): CompiledList {
  const { origin, status } = page;
  if (page.since !== undefined || page.until !== undefined) return compiled(eventsByTime(page));
  const hasNarrowFilter = page.eventType !== undefined || page.errorCode !== undefined || page.identity !== undefined;
  if (hasNarrowFilter || (origin === undefined) === (status === undefined)) return compiled(eventsById(page));
  // The index is (origem, status, id): where only one of the two is given, each value of the other is a list of its own.
  const parts =
    origin === undefined ? ORIGINS.map((each) => ({ ...page, origin: each })) : EVENT_STATUSES.map((each) => ({ ...page, status: each }));
  return compiled(mergedById(parts, page.limit));
}

function eventsById(page: EventQuery) {
  let query = lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS);
  if (page.origin !== undefined) query = query.where('origem', '=', page.origin);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.eventType !== undefined) query = query.where('event_type', '=', page.eventType);
  if (page.errorCode !== undefined) query = query.where('erro_codigo', '=', page.errorCode);
  if (page.identity !== undefined) query = query.where('identidade', '=', page.identity).where('origem', 'in', ORIGINS);
  if (page.before !== undefined) query = query.where('id', '<', rowId(page.before));
  return query.orderBy('id', 'desc').limit(page.limit + 1);
}

function mergedById(parts: readonly EventQuery[], limit: number) {
  const [first, ...others] = parts.map((part) => lists.selectFrom(eventsById(part).as('parte')).selectAll());
  if (first === undefined) throw new Error('a merged list has parts');
  return others
    .reduce((union, part) => union.unionAll(part), first)
    .orderBy('id', 'desc')
    .limit(limit + 1);
}

/** In the order of time: ids follow it closely, but not when the clock was set back. `+column` keeps other indexes out. */
function eventsByTime(page: EventQuery) {
  let query = lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS);
  if (page.since !== undefined) query = query.where('recebido_em', '>=', page.since);
  // A cursor lies before `until`: one upper bound is what SQLite can walk from.
  if (page.until !== undefined && page.before === undefined) query = query.where('recebido_em', '<', page.until);
  if (page.origin !== undefined) query = query.where(sql<string>`+origem`, '=', page.origin);
  if (page.status !== undefined) query = query.where(sql<string>`+status`, '=', page.status);
  if (page.eventType !== undefined) query = query.where(sql<string>`+event_type`, '=', page.eventType);
  if (page.errorCode !== undefined) query = query.where(sql<string>`+erro_codigo`, '=', page.errorCode);
  if (page.identity !== undefined) query = query.where(sql<string>`+identidade`, '=', page.identity);
  if (page.before !== undefined) {
    const id = rowId(page.before);
    query = query.where(sql<boolean>`(recebido_em, id) < ((select recebido_em from webhook_eventos where id = ${id}), ${id})`);
  }
  return query
    .orderBy('recebido_em', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
}

/** Events that name this lead, newest first. */
export function compileEventsOfLead(leadId: string): CompiledList {
  return compiled(
    lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS).where('lead_id', '=', rowId(leadId)).orderBy('id', 'desc').limit(500),
  );
}

/** Leads with the names of whom they belong to. */
function leadViews() {
  return lists
    .selectFrom('leads')
    .innerJoin('clientes', 'clientes.id', 'leads.cliente_id')
    .leftJoin('usuarios', 'usuarios.id', 'leads.usuario_id')
    .leftJoin('campanhas', 'campanhas.id', 'leads.campanha_id')
    .selectAll('leads')
    .select(['clientes.nome as cliente_nome', 'usuarios.email as usuario_email', 'campanhas.nome as campanha_nome'])
    .select(({ selectFrom }) =>
      selectFrom('conversoes')
        .select(({ fn }) => fn.countAll().as('total'))
        .whereRef('conversoes.lead_id', '=', 'leads.id')
        .as('conversoes'),
    );
}

export function compileLead(id: string): CompiledList {
  return compiled(leadViews().where('leads.id', '=', rowId(id)));
}

/**
 * One page of leads, newest first; one row more than asked tells whether there is another page. Like the list of events:
 * filters by origin, client and campaign have an index in the order of ids, filters by time one in the order of time.
 */
export function compileLeads(page: LeadQuery): CompiledList {
  const isTimed = page.since !== undefined || page.until !== undefined;
  const column = (name: 'origem' | 'cliente_id' | 'campanha_id') =>
    sql<string | number>`${sql.raw(isTimed ? '+' : '')}${sql.ref(`leads.${name}`)}`;
  let query = leadViews();
  if (page.origin !== undefined) query = query.where(column('origem'), '=', page.origin);
  if (page.clientId !== undefined) query = query.where(column('cliente_id'), '=', rowId(page.clientId));
  if (page.campaignId !== undefined) query = query.where(column('campanha_id'), '=', page.campaignId);
  if (page.since !== undefined) query = query.where('leads.criado_em', '>=', page.since);
  // A cursor lies before `until`: one upper bound is what SQLite can walk from.
  if (page.until !== undefined && page.before === undefined) query = query.where('leads.criado_em', '<', page.until);
  // Literals, not parameters: only then does SQLite see that the partial index of test leads applies.
  if (page.isTest !== undefined) query = query.where(page.isTest ? sql<boolean>`leads.teste = 1` : sql<boolean>`leads.teste = 0`);
  if (page.before !== undefined) {
    const id = rowId(page.before);
    const isFurther = sql<boolean>`(leads.criado_em, leads.id) < ((select criado_em from leads where id = ${id}), ${id})`;
    query = isTimed ? query.where(isFurther) : query.where('leads.id', '<', id);
  }
  const ordered = isTimed ? query.orderBy('leads.criado_em', 'desc') : query;
  return compiled(ordered.orderBy('leads.id', 'desc').limit(page.limit + 1));
}

/** One page of refused requests, newest first. */
export function compileRefused(page: { readonly code?: string; readonly before?: string; readonly limit: number }): CompiledList {
  let query = lists.selectFrom('requisicoes_recusadas').selectAll();
  if (page.code !== undefined) query = query.where('codigo', '=', page.code);
  if (page.before !== undefined) query = query.where('id', '<', rowId(page.before));
  return compiled(query.orderBy('id', 'desc').limit(page.limit + 1));
}

/** Cuts the extra row off and turns it into the cursor of the next page. */
export function toPage<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), nextCursor: rows.length > limit && last !== undefined ? textId(last.id) : null };
}
