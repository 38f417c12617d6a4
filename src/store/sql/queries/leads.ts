import type { ConsentRecord } from '../../../domain/consent.ts';
import { ConversionState, INITIAL_STAGE_KEY } from '../../../domain/conversion.ts';
import type { LeadChange, LeadView } from '../../../domain/lead.ts';
import { type LeadPlace, leadCursor, leadPlace } from '../../../domain/lead-cursor.ts';
import { Origin } from '../../../domain/origin.ts';
import type { LeadDetail, LeadQuery, Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, joined } from '../fragments.ts';
import { flatMapInOrder } from '../in-order.ts';
import { toConsentRecord } from '../rows/consent-rows.ts';
import { SELECT_CONVERSIONS, toConversion } from '../rows/conversion-rows.ts';
import { EVENT_SUMMARY_COLUMNS, toEventSummary } from '../rows/event-rows.ts';
import { allOfThem, oneOrNull, rowId, textId } from '../rows/fields.ts';
import { toLeadChange } from '../rows/lead-change-rows.ts';
import { BRIEF_DETAILS, LEAD_COLUMNS, toLeadView } from '../rows/lead-rows.ts';
import { isSearch, type SearchIndex } from '../search.ts';
import { eventsOfLead } from './events-of-lead.ts';
import { idWindow } from './id-window.ts';
import { leadsWithContacts } from './leads-with-contacts.ts';
import { type NumberedRow, PAGE_BYTES, sizeOf, toPage, withinBytes } from './page.ts';
import { leadHits } from './search-hits.ts';
import { idsOf, type WalkedIds, walk } from './walk.ts';

/** Maximum leads read for one page of a list. */
const LOOKED_AT = 5_000;

/** Leads read by one statement of a page. */
const LEADS_AT_ONCE = 20;

/** Newest first. */
const MOST_CHANGES = 500;

const CHANGES_OF_LEAD = `select * from lead_mudancas where lead_id = ? and mudancas <> '[]' order by id desc limit ${MOST_CHANGES}`;

const LEAD_PLACE = 'select id, enviado_em as submittedAt from leads where id = ?';

/** Leads with the names of their client, campaign and user. */
const leadViews = (details: string): string => `
select ${LEAD_COLUMNS.map((name) => (name === 'dados' ? `${details} as dados` : `leads.${name}`)).join(', ')},
  clientes.nome as cliente_nome, usuarios.email as usuario_email, campanhas.nome as campanha_nome,
  (select count(distinct chave) from conversoes
   where lead_id = leads.id and estado <> '${ConversionState.withdrawn}' and chave <> '${INITIAL_STAGE_KEY}') as conversoes
from lead_linhas leads
join clientes on clientes.id = leads.cliente_id
left join usuarios on usuarios.id = leads.usuario_id
left join campanhas on campanhas.id = leads.campanha_id`;

const BY_ID = 'where leads.id in (select value from json_each(?))';
const WHOLE_BY_ID = `${leadViews('dados')} ${BY_ID}`;
const BRIEF_BY_ID = `${leadViews(BRIEF_DETAILS)} ${BY_ID}`;

const wholeLead = oneOrNull(`${leadViews('dados')} where leads.id = ?`, toLeadView);
const briefLeads = allOfThem(`${BRIEF_BY_ID} order by leads.id desc`, toLeadView);

const recordsOfLead = allOfThem(
  `
  select c.*, e.recebido_em, e.credencial, e.segredo from consentimentos c left join eventos e on e.id = c.evento_id
  where c.lead_id = ? order by c.vale_desde, c.id`,
  toConsentRecord,
);

const conversionsOfLead = allOfThem(`${SELECT_CONVERSIONS} where c.lead_id = ? order by c.id`, toConversion);

const newestEvents = allOfThem(
  `select ${EVENT_SUMMARY_COLUMNS} from webhook_eventos where id in (select value from json_each(?)) order by id desc limit 500`,
  toEventSummary,
);

/** Page and cursor must come from one snapshot: if a lead got an earlier time in between, its cursor would skip other leads. */
export async function listLeads(connection: Connection, query: LeadQuery): Promise<Page<LeadView>> {
  const read = async (index?: SearchIndex): Promise<Page<LeadView>> =>
    await connection.atOneMoment(async () => {
      const { ids, next } = await idsOfPage(connection, query, index);
      const rows = await rowsById(connection, ids, query);
      const { items, nextCursor } = toPage(rows, query.limit, toLeadView, next);
      return { items, nextCursor: nextCursor === null ? null : await cursorOf(connection, rowId(nextCursor)) };
    });
  return isSearch(query.text) ? await connection.search.withIndex(read) : await read();
}

export async function leadsById(connection: Connection, ids: readonly string[]): Promise<readonly LeadView[]> {
  return await briefLeads(connection, JSON.stringify(ids.map(rowId)));
}

/** The leads with this identity, or with this click ID in an index. */
export async function leadsNamed(connection: Connection, text: string): Promise<readonly LeadView[]> {
  const rows = await leadsWithContacts(connection, { emails: [], phones: [], clickIds: [text] }, null);
  return await leadsById(connection, rows.map(textId));
}

export async function findLead(connection: Connection, id: string): Promise<LeadDetail | null> {
  const lead = await leadView(connection, id);
  if (lead === null) return null;
  const row = rowId(id);
  return {
    lead,
    conversions: await conversionsOfLead(connection, row),
    events: await newestEvents(connection, JSON.stringify(await eventsOfLead(connection, row))),
    changes: await changesOfLead(connection, row),
  };
}

export async function leadView(connection: Connection, id: string): Promise<LeadView | null> {
  return await wholeLead(connection, rowId(id));
}

export async function consentsOfLead(connection: Connection, leadId: string): Promise<readonly ConsentRecord[]> {
  return await recordsOfLead(connection, rowId(leadId));
}

async function changesOfLead(connection: Connection, row: number): Promise<readonly LeadChange[]> {
  const newest = { sql: CHANGES_OF_LEAD, parameters: [row] };
  return await connection.each(newest, (rows: Iterable<object>) => withinBytes(rows, MOST_CHANGES).kept.map(toLeadChange));
}

async function idsOfPage(connection: Connection, query: LeadQuery, index: SearchIndex | undefined): Promise<WalkedIds> {
  if (index !== undefined) return await searchLeads(connection, query, index);
  if (isLeadWalk(query)) return await walkLeads(connection, query);
  const ids = await flatMapInOrder(spansOf(query), async (span) => {
    const { sql, parameters } = idsWithin(query, span);
    return await idsOf(connection, sql, ...parameters);
  });
  return { ids: ids.slice(0, query.limit + 1), next: null };
}

/** In the order of the ids, as many as a page can have. Few at a time: all large leads of a page would be in memory. */
async function rowsById(connection: Connection, ids: readonly number[], { brief }: LeadQuery): Promise<readonly NumberedRow[]> {
  const found: NumberedRow[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length && bytes <= PAGE_BYTES; at += LEADS_AT_ONCE) {
    const some = ids.slice(at, at + LEADS_AT_ONCE);
    const rows = await connection.all<NumberedRow>(brief === true ? BRIEF_BY_ID : WHOLE_BY_ID, JSON.stringify(some));
    const byId = new Map(rows.map((row) => [row.id, row]));
    found.push(...some.flatMap((id) => byId.get(id) ?? []));
    bytes += rows.reduce((sum, row) => sum + sizeOf(row), 0);
  }
  return found;
}

/** The word index may contain an id without a lead; only the id decides where a search continues. */
async function cursorOf(connection: Connection, id: number): Promise<string> {
  return leadCursor((await connection.get<LeadPlace>(LEAD_PLACE, id)) ?? { submittedAt: 0, id });
}

/**
 * The ids of one page of leads, newest first; one extra id shows whether there is another page. It walks one index in the order of submission:
 * that of test leads, of the campaign, of the client, of the platform, or of all leads.
 */
function idsWithin(page: LeadQuery, span: Fragment): Fragment {
  const walked =
    page.isTest === true ? 'teste' : page.campaignId !== undefined ? 'campanha_id' : page.clientId !== undefined ? 'cliente_id' : 'origem';
  const where = allOf([...conditionsOf('leads', page, walked), span]);
  return fragment`
    select leads.id from lead_linhas leads where ${where} order by leads.enviado_em desc, leads.id desc limit ${page.limit + 1}`;
}

/** `+column` makes SQLite check a condition row by row. That of a partial index, of test leads or platforms, has to be a literal. */
function conditionsOf(
  table: 't' | 'leads',
  { origin, clientId, campaignId, isTest }: LeadQuery,
  walked?: 'teste' | 'campanha_id' | 'cliente_id' | 'origem',
): readonly Condition[] {
  const column = (name: string): string => `${name === walked ? '' : '+'}${table}.${name}`;
  return [
    ...(isTest === undefined ? [] : ([[`${table}.teste = ${isTest ? 1 : 0}`]] as const)),
    [`${column('campanha_id')} = ?`, campaignId],
    [`${column('cliente_id')} = ?`, clientId === undefined ? undefined : rowId(clientId)],
    [`${column('origem')} = ?`, origin],
    ...(walked === 'origem' && origin !== undefined ? ([[`${table}.origem <> '${Origin.ownForm}'`]] as const) : []),
  ];
}

/** Whether no single index covers the filters of the list: then it is read in limited walks. */
function isLeadWalk({ origin, clientId, campaignId, isTest }: LeadQuery): boolean {
  const filters = [origin, clientId, campaignId].filter((value) => value !== undefined);
  return isTest !== true && (filters.length > 1 || origin === Origin.ownForm);
}

/** One page of the leads that match several conditions. Each part has its own end, without which PostgreSQL sorts all of it. */
async function walkLeads(connection: Connection, query: LeadQuery): Promise<WalkedIds> {
  const { campaignId, clientId } = query;
  const owner: Condition =
    campaignId === undefined ? ['cliente_id = ?', clientId === undefined ? undefined : rowId(clientId)] : ['campanha_id = ?', campaignId];
  const parts = spansOf(query).map((span) => {
    const leads = fragment`select id, enviado_em from leads where ${allOf([owner, span])}`;
    return fragment`select * from (${leads} order by enviado_em desc, id desc limit ${LOOKED_AT}) part`;
  });
  const stream = fragment`${joined(parts, ' union all ')} order by enviado_em desc, id desc`;
  return await walkPage(connection, query, { stream });
}

/**
 * The ids of one page of the leads that match a text, newest first: the word index is ordered by id. A lead is created after it was
 * submitted, so the start of a time span limits the ids, but its end does not.
 */
async function searchLeads(connection: Connection, query: LeadQuery, index: SearchIndex): Promise<WalkedIds> {
  const { since, before, text = '' } = query;
  const window = await idWindow(connection, 'leads', {
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before: textId(leadPlace(before).id) }),
  });
  return await walkPage(connection, query, await leadHits(connection, index, text, window));
}

async function walkPage(
  connection: Connection,
  query: LeadQuery,
  found: { readonly stream: Fragment | undefined; readonly named?: readonly number[] },
): Promise<WalkedIds> {
  const times: readonly Condition[] = [
    ['t.enviado_em >= ?', query.since],
    ['t.enviado_em < ?', query.until],
  ];
  const conditions = [...conditionsOf('t', query), ...times];
  return await walk(connection, { table: 'leads', ...found, conditions, limit: query.limit, lookAt: LOOKED_AT });
}

/**
 * The part of a list between its times and after its cursor, as consecutive spans of an index that ends with the submission time: first the
 * leads with the cursor's time, then older ones. With the single condition `(enviado_em, id) < (?, ?)` SQLite reads all leads with the
 * cursor's time: 460 ms per page after an import gave 400,000 leads the same time.
 */
function spansOf({ since, until, before }: Partial<LeadQuery>): readonly Fragment[] {
  const last = before === undefined ? undefined : leadPlace(before);
  if (last === undefined || (until !== undefined && last.submittedAt >= until)) return [between(since, until)];
  const older = between(since, last.submittedAt);
  if (since !== undefined && last.submittedAt < since) return [older];
  return [fragment`leads.enviado_em = ${last.submittedAt} and leads.id < ${last.id}`, older];
}

function between(since: number | undefined, until: number | undefined): Fragment {
  return allOf([
    ['leads.enviado_em >= ?', since],
    ['leads.enviado_em < ?', until],
  ]);
}
