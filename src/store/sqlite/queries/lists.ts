import { sql } from 'kysely';
import { INITIAL_STAGE_KEY } from '../../../domain/conversion.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import { UNSIGNED_CODE } from '../../../domain/refused-request.ts';
import type { EventQuery, LeadQuery, RefusedQuery } from '../../../domain/report-ports.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import { LEAD_COLUMNS } from '../rows/lead-rows.ts';
import type { RefusedRow } from '../rows/refused-rows.ts';
import { rowId } from '../rows/row-id.ts';
import type { Fragment } from './bounded-walk.ts';
import { type CompiledList, compiled, lists } from './compiler.ts';
import { type IdWindow, insideWindow } from './id-window.ts';

export const EVENT_SUMMARY_COLUMNS = [
  'id',
  'origem',
  'event_type',
  'identidade',
  'status',
  'erro_codigo',
  'erro_mensagem',
  'lead_id',
  'recebido_em',
  'recusado_em',
  'processado_em',
  'reenvios',
  'conflitos',
  'tipo_conflito',
] as const;

/**
 * One page of events, newest first; one row more than asked tells whether there is another page. Whatever is filtered, an
 * index is walked in the order of ids, so that a page costs the same in a table of ten million rows.
 */
export function compileEvents(page: EventQuery, window: IdWindow): CompiledList {
  const hasFewRows = page.identity !== undefined || page.errorCode !== undefined;
  const hasOther = page.origin !== undefined || page.eventType !== undefined;
  if (hasFewRows || hasOther === (page.status !== undefined)) return compiled(eventsById(page, window));
  // The indexes are (origem, status, id) and (event_type, status, id): what is not given is merged from its values.
  return compiled(
    hasOther
      ? mergedById(
          EVENT_STATUSES.map((status) => ({ ...page, status })),
          window,
          page.limit,
        )
      : mergedById(
          ORIGINS.map((origin) => ({ ...page, origin })),
          window,
          page.limit,
        ),
  );
}

/** `+column` leaves a condition to be checked row by row, so that the index named by the others is walked. */
function eventsById(page: EventQuery, window: IdWindow) {
  const hasFewRows = page.identity !== undefined || page.errorCode !== undefined;
  const origem = sql<string>`${sql.raw(hasFewRows || page.eventType !== undefined ? '+' : '')}origem`;
  const status = sql<string>`${sql.raw(hasFewRows ? '+' : '')}status`;
  const eventType = sql<string>`${sql.raw(hasFewRows ? '+' : '')}event_type`;
  let query = lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS);
  if (page.identity !== undefined) query = query.where('identidade', '=', page.identity).where('origem', 'in', ORIGINS);
  if (page.errorCode !== undefined) query = query.where('erro_codigo', '=', page.errorCode);
  if (page.origin !== undefined) query = query.where(origem, '=', page.origin);
  if (page.status !== undefined) query = query.where(status, '=', page.status);
  if (page.eventType !== undefined) query = query.where(eventType, '=', page.eventType);
  if (page.since !== undefined) query = query.where(sql<number>`+recebido_em`, '>=', page.since);
  if (page.until !== undefined) query = query.where(sql<number>`+recebido_em`, '<', page.until);
  for (const condition of insideWindow('webhook_eventos.id', window)) query = query.where(condition);
  return query.orderBy('id', 'desc').limit(page.limit + 1);
}

function mergedById(parts: readonly EventQuery[], window: IdWindow, limit: number) {
  const [first, ...others] = parts.map((part) => lists.selectFrom(eventsById(part, window).as('parte')).selectAll());
  if (first === undefined) throw new Error('a merged list has parts');
  return others
    .reduce((union, part) => union.unionAll(part), first)
    .orderBy('id', 'desc')
    .limit(limit + 1);
}

/** Events that name this lead, newest first. */
export function compileEventsOfLead(leadId: string): CompiledList {
  return compiled(
    lists.selectFrom('webhook_eventos').select(EVENT_SUMMARY_COLUMNS).where('lead_id', '=', rowId(leadId)).orderBy('id', 'desc').limit(500),
  );
}

/** Columns that may be as long as the request itself, and what stands for them where a list shows none of them. */
const LONG_COLUMNS = { mensagem: 'null', consentimentos: 'null', respostas: "'[]'", plataforma: "'{}'", extras: "'{}'" } as const;

const LONG_COLUMN_NAMES = ['mensagem', 'consentimentos', 'respostas', 'plataforma', 'extras'] as const;

const SHORT_COLUMNS = LEAD_COLUMNS.filter((column) => !(column in LONG_COLUMNS)).map((column) => `leads.${column}` as const);

/** Leads with the names of whom they belong to. */
function leadViews({ brief = false }: Pick<LeadQuery, 'brief'> = {}) {
  return lists
    .selectFrom('leads')
    .innerJoin('clientes', 'clientes.id', 'leads.cliente_id')
    .leftJoin('usuarios', 'usuarios.id', 'leads.usuario_id')
    .leftJoin('campanhas', 'campanhas.id', 'leads.campanha_id')
    .select(SHORT_COLUMNS)
    .select(LONG_COLUMN_NAMES.map((name) => (brief ? sql.raw<string | null>(LONG_COLUMNS[name]).as(name) : (`leads.${name}` as const))))
    .select(['clientes.nome as cliente_nome', 'usuarios.email as usuario_email', 'campanhas.nome as campanha_nome'])
    .select(({ selectFrom }) =>
      selectFrom('conversoes')
        .select(({ fn }) => fn.count('conversoes.chave').distinct().as('total'))
        .whereRef('conversoes.lead_id', '=', 'leads.id')
        .where(sql<boolean>`conversoes.estado <> 'retirada' and conversoes.chave <> ${sql.lit(INITIAL_STAGE_KEY)}`)
        .as('conversoes'),
    );
}

/** Its only parameter is the id. */
export function compileLead(id: string, shown: Pick<LeadQuery, 'brief'> = {}): CompiledList {
  return compiled(leadViews(shown).where('leads.id', '=', rowId(id)));
}

/** The leads with these ids, the newest first. */
export function compileLeadsById(ids: readonly number[], shown: Pick<LeadQuery, 'brief'>): CompiledList {
  const isNamed = sql<boolean>`leads.id in (select value from json_each(${JSON.stringify(ids)}))`;
  return compiled(leadViews(shown).where(isNamed).orderBy('leads.id', 'desc'));
}

/**
 * One page of leads, newest first; one row more than asked tells whether there is another page. It
 * walks one index in the order of submission: that of test leads, of the campaign, of the client, of the origin or of all.
 */
export function compileLeads(page: LeadQuery, span: Fragment): CompiledList {
  const isTest = page.isTest === true;
  const hasCampaign = page.campaignId !== undefined;
  const column = (name: 'origem' | 'cliente_id' | 'campanha_id', isWalked: boolean) =>
    sql<string | number>`${sql.raw(isWalked ? '' : '+')}${sql.ref(`leads.${name}`)}`;
  let query = leadViews(page);
  // Literals, not parameters: only then does SQLite see that the partial index of test leads applies.
  if (page.isTest !== undefined) query = query.where(isTest ? sql<boolean>`leads.teste = 1` : sql<boolean>`leads.teste = 0`);
  if (page.campaignId !== undefined) query = query.where(column('campanha_id', !isTest), '=', page.campaignId);
  if (page.clientId !== undefined) query = query.where(column('cliente_id', !isTest && !hasCampaign), '=', rowId(page.clientId));
  const isOriginWalked = !isTest && !hasCampaign && page.clientId === undefined;
  if (page.origin !== undefined) query = query.where(column('origem', isOriginWalked), '=', page.origin);
  query = query.where(rawCondition(span));
  return compiled(
    query
      .orderBy('leads.enviado_em', 'desc')
      .orderBy('leads.id', 'desc')
      .limit(page.limit + 1),
  );
}

function rawCondition({ sql: text, parameters }: Fragment) {
  const [first = '', ...rest] = text.split('?');
  return rest.reduce((built, part, index) => sql<boolean>`${built}${parameters[index]}${sql.raw(part)}`, sql<boolean>`${sql.raw(first)}`);
}

/** All but what the sender wrote: a page of a thousand would read 64 MiB of bodies, and nobody sees them in a list. */
const REFUSED_COLUMNS = [
  'id',
  'origem',
  'metodo',
  'caminho',
  'http_status',
  'codigo',
  'detalhe',
  'ip',
  'requisicao_id',
  'completa',
  'recebida_em',
  'comprovada',
  'repetida_em',
  'repetida_evento_id',
] as const satisfies readonly (keyof RefusedRow)[];

function namesCampaign(campaignId: string) {
  return sql<boolean>`exists (
    select 1 from json_each(lugares) as lugar
    where lugar.value = ${`campanha:${campaignId}`} or lugar.value in (
      select v.tipo || ':' || v.valor from campanha_vinculos v
      where v.campanha_id = ${campaignId} and v.origem = requisicoes_recusadas.origem))`;
}

/** One page of refused requests, newest first. There are two thousand at most: they are walked by id, whatever is asked. */
export function compileRefused(page: RefusedQuery, found?: readonly number[]): CompiledList {
  let query = lists
    .selectFrom('requisicoes_recusadas')
    .select(REFUSED_COLUMNS)
    .select(({ fn, ref }) => fn<number>('length', [ref('corpo')]).as('corpo_bytes'));
  if (page.origin !== undefined) query = query.where(sql<string>`+origem`, '=', page.origin);
  if (page.code !== undefined) query = query.where(sql<string>`+codigo`, '=', page.code);
  if (page.since !== undefined) query = query.where('recebida_em', '>=', page.since);
  if (page.until !== undefined) query = query.where('recebida_em', '<', page.until);
  if (page.campaignId !== undefined) query = query.where(namesCampaign(page.campaignId));
  if (page.replayable === true || page.open === true) query = query.where('repetida_em', 'is', null).where('completa', '=', 1);
  if (page.unreplayed === true) query = query.where('repetida_em', 'is', null);
  if (page.open === true) query = query.where((is) => is.or([is('comprovada', '=', 1), is('codigo', '<>', UNSIGNED_CODE)]));
  if (page.upTo !== undefined) query = query.where('id', '<=', rowId(page.upTo));
  if (page.before !== undefined) query = query.where('id', '<', rowId(page.before));
  if (found !== undefined) query = query.where(sql<boolean>`id in (select value from json_each(${JSON.stringify(found)}))`);
  return compiled(query.orderBy('id', 'desc').limit(page.limit + 1));
}
