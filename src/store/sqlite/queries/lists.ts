import { sql } from 'kysely';
import { ORIGINS } from '../../../domain/origin.ts';
import type { EventQuery, LeadQuery, Page } from '../../../domain/ports.ts';
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

/** One page of events, newest first; one row more than asked tells whether there is another page. */
export function compileEvents(page: EventQuery): CompiledList {
  let query = lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS);
  if (page.origin !== undefined) query = query.where('origem', '=', page.origin);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  // Said as a literal too, so that SQLite sees that the partial index applies.
  if (page.status !== undefined && page.status !== 'processado') query = query.where(sql<boolean>`status <> 'processado'`);
  if (page.eventType !== undefined) query = query.where('event_type', '=', page.eventType);
  if (page.errorCode !== undefined) query = query.where('erro_codigo', '=', page.errorCode);
  if (page.identity !== undefined) query = query.where('identidade', '=', page.identity).where('origem', 'in', ORIGINS);
  if (page.since !== undefined) query = query.where('recebido_em', '>=', page.since);
  if (page.until !== undefined) query = query.where('recebido_em', '<', page.until);
  if (page.before !== undefined) query = query.where('id', '<', rowId(page.before));
  return compiled(query.orderBy('id', 'desc').limit(page.limit + 1));
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

/** One page of leads, newest first; one row more than asked tells whether there is another page. */
export function compileLeads(page: LeadQuery): CompiledList {
  let query = leadViews();
  if (page.origin !== undefined) query = query.where('leads.origem', '=', page.origin);
  if (page.clientId !== undefined) query = query.where('leads.cliente_id', '=', rowId(page.clientId));
  if (page.campaignId !== undefined) query = query.where('leads.campanha_id', '=', page.campaignId);
  if (page.since !== undefined) query = query.where('leads.criado_em', '>=', page.since);
  if (page.until !== undefined) query = query.where('leads.criado_em', '<', page.until);
  if (page.isTest !== undefined) query = query.where('leads.teste', '=', page.isTest ? 1 : 0);
  if (page.before !== undefined) query = query.where('leads.id', '<', rowId(page.before));
  return compiled(query.orderBy('leads.id', 'desc').limit(page.limit + 1));
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
