import { ConversionState, INITIAL_STAGE_KEY } from '../../../domain/conversion.ts';
import type { LeadChange, LeadView } from '../../../domain/lead.ts';
import { type LeadPlace, leadCursor, leadPlace } from '../../../domain/lead-cursor.ts';
import { Origin } from '../../../domain/origin.ts';
import type { LeadDetail, LeadQuery, Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, joined, oneOf, verbatim } from '../fragments.ts';
import { SELECT_CONVERSIONS, toConversion } from '../rows/conversion-rows.ts';
import { EVENT_SUMMARY_COLUMNS, toEventSummary } from '../rows/event-rows.ts';
import { allOfThem, rowId, textId } from '../rows/fields.ts';
import { toLeadChange } from '../rows/lead-change-rows.ts';
import { BRIEF_DETAILS, LEAD_COLUMNS, toLeadView } from '../rows/lead-rows.ts';
import type { Positions } from '../search/positions.ts';
import { eventsOfLead } from './events-of-lead.ts';
import { idWindow } from './id-window.ts';
import { type NumberedRow, toPage, withinBytes } from './page.ts';
import { isSearch, leadHits, withIndex } from './search.ts';
import { type WalkedIds, walk } from './walk.ts';

/** Maximum leads read for one page of a list. */
const LOOKED_AT = 5_000;

/** Newest first. */
const MOST_CHANGES = 500;

const CHANGES_OF_LEAD = `select * from lead_mudancas where lead_id = ? and mudancas <> '[]' order by id desc limit ${MOST_CHANGES}`;

const LEAD_PLACE = 'select id, enviado_em as submittedAt from leads where id = ?';

/** Leads with the names of their client, campaign and user. */
const leadViews = (details: string): Fragment =>
  verbatim(`
select ${LEAD_COLUMNS.map((name) => (name === 'dados' ? `${details} as dados` : `leads.${name}`)).join(', ')},
  clientes.nome as cliente_nome, usuarios.email as usuario_email, campanhas.nome as campanha_nome,
  (select count(distinct chave) from conversoes
   where lead_id = leads.id and estado <> '${ConversionState.withdrawn}' and chave <> '${INITIAL_STAGE_KEY}') as conversoes
from lead_linhas leads
join clientes on clientes.id = leads.cliente_id
left join usuarios on usuarios.id = leads.usuario_id
left join campanhas on campanhas.id = leads.campanha_id`);

const WHOLE = leadViews('dados');
const BRIEF = leadViews(BRIEF_DETAILS);

const conversionsOfLead = allOfThem(`${SELECT_CONVERSIONS} where c.lead_id = ? order by c.id`, toConversion);

const newestEvents = allOfThem(
  `select ${EVENT_SUMMARY_COLUMNS} from webhook_eventos where id in (select value from json_each(?)) order by id desc limit 500`,
  toEventSummary,
);

/** Page and cursor must come from one snapshot: if a lead got an earlier time in between, its cursor would skip other leads. */
export function listLeads(connection: Connection, query: LeadQuery): Page<LeadView> {
  const read = (indexed?: Positions): Page<LeadView> =>
    connection.atOneMoment(() => {
      const { rows, next } = leadsOf(connection, query, indexed);
      return toPage(rows, query.limit, toLeadView, next, (id) => cursorOf(connection, id));
    });
  return isSearch(query.text) ? withIndex(connection, read) : read();
}

export function leadsById(connection: Connection, ids: readonly string[]): readonly LeadView[] {
  const { sql, parameters } = fragment`${BRIEF} where ${allOf([oneOf('leads.id', ids.map(rowId))])} order by leads.id desc`;
  return connection.all<object>(sql, ...parameters).map(toLeadView);
}

export function findLead(connection: Connection, id: string): LeadDetail | null {
  const lead = leadView(connection, id);
  if (lead === null) return null;
  const row = rowId(id);
  return {
    lead,
    conversions: conversionsOfLead(connection, row),
    events: newestEvents(connection, JSON.stringify(eventsOfLead(connection, row))),
    changes: changesOfLead(connection, row),
  };
}

export function leadView(connection: Connection, id: string): LeadView | null {
  const [lead] = connection.all<object>(`${WHOLE.sql} where leads.id = ?`, rowId(id)).map(toLeadView);
  return lead ?? null;
}

function changesOfLead(connection: Connection, row: number): readonly LeadChange[] {
  return withinBytes(connection.each<object>({ sql: CHANGES_OF_LEAD, parameters: [row] }), MOST_CHANGES).kept.map(toLeadChange);
}

function leadsOf(
  connection: Connection,
  query: LeadQuery,
  indexed: Positions | undefined,
): { readonly rows: Iterable<NumberedRow>; readonly next: number | null } {
  if (indexed !== undefined || isLeadWalk(query)) {
    const { ids, next } = indexed !== undefined ? searchLeads(connection, query, indexed) : walkLeads(connection, query);
    return { rows: rowsById(connection, ids, query), next };
  }
  const parts = spansOf(query).map((span) => leadsWithin(query, span));
  return { rows: rowsOf(connection, parts), next: null };
}

/** The rows of several lists, one list after the other. */
function* rowsOf(connection: Connection, parts: readonly Fragment[]): Iterable<NumberedRow> {
  for (const part of parts) yield* connection.each<NumberedRow>(part);
}

/** In the order of the ids, one at a time: if SQLite sorted them, all large leads of a page would be in memory. */
function* rowsById(connection: Connection, ids: readonly number[], query: LeadQuery): Iterable<NumberedRow> {
  const { sql } = selectOf(query);
  for (const id of ids) yield* connection.all<NumberedRow>(`${sql} where leads.id = ?`, id);
}

/** The word index may contain an id without a lead; only the id decides where a search continues. */
function cursorOf(connection: Connection, id: number): string {
  return leadCursor(connection.get<LeadPlace>(LEAD_PLACE, id) ?? { submittedAt: 0, id });
}

function selectOf({ brief }: LeadQuery): Fragment {
  return brief === true ? BRIEF : WHOLE;
}

/**
 * One page of leads, newest first; one extra row shows whether there is another page. It walks one index in the order of submission: that
 * of test leads, of the campaign, of the client, of the platform, or of all leads.
 */
function leadsWithin(page: LeadQuery, span: Condition): Fragment {
  const walked =
    page.isTest === true ? 'teste' : page.campaignId !== undefined ? 'campanha_id' : page.clientId !== undefined ? 'cliente_id' : 'origem';
  const where = allOf([...conditionsOf('leads', page, walked), span]);
  return fragment`${selectOf(page)} where ${where} order by leads.enviado_em desc, leads.id desc limit ${page.limit + 1}`;
}

/**
 * `+column` makes SQLite check a condition row by row. The condition of a partial index, of test leads or of platforms, has to be a literal.
 */
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

/** The ids of one page of the leads that match several conditions, without a search text. */
function walkLeads(connection: Connection, query: LeadQuery): WalkedIds {
  const { campaignId, clientId } = query;
  const owner: Condition =
    campaignId === undefined ? ['cliente_id = ?', clientId === undefined ? undefined : rowId(clientId)] : ['campanha_id = ?', campaignId];
  const parts = spansOf(query).map((span) => fragment`select id, enviado_em from leads where ${allOf([owner, span])}`);
  const stream = fragment`${joined(parts, ' union all ')} order by enviado_em desc, id desc`;
  return walkPage(connection, query, { stream });
}

/**
 * The ids of one page of the leads that match a text, newest first: the word index is ordered by id. A lead is created after it was
 * submitted, so the start of a time span limits the ids, but its end does not.
 */
function searchLeads(connection: Connection, query: LeadQuery, indexed: Positions): WalkedIds {
  const { since, before, text = '' } = query;
  const window = idWindow(connection, 'leads', {
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before: textId(leadPlace(before).id) }),
  });
  return walkPage(connection, query, leadHits(connection, text, indexed, window));
}

function walkPage(
  connection: Connection,
  query: LeadQuery,
  found: { readonly stream: Fragment | undefined; readonly named?: readonly number[] },
): WalkedIds {
  const times: readonly Condition[] = [
    ['t.enviado_em >= ?', query.since],
    ['t.enviado_em < ?', query.until],
  ];
  const conditions = [...conditionsOf('t', query), ...times];
  return walk(connection, { table: 'leads', ...found, conditions, limit: query.limit, lookAt: LOOKED_AT });
}

/**
 * The part of a list between its times and after its cursor, as consecutive spans of an index that ends with the submission time: first the
 * leads with the cursor's time, then older ones. With the single condition `(enviado_em, id) < (?, ?)` SQLite reads all leads with the
 * cursor's time: 460 ms per page after an import gave 400,000 leads the same time.
 */
function spansOf({ since, until, before }: Partial<LeadQuery>): readonly Condition[] {
  const last = before === undefined ? undefined : leadPlace(before);
  if (last === undefined || (until !== undefined && last.submittedAt >= until)) return [between(since, until)];
  const older = between(since, last.submittedAt);
  if (since !== undefined && last.submittedAt < since) return [older];
  return [['leads.enviado_em = ? and leads.id < ?', last.submittedAt, last.id], older];
}

function between(since: number | undefined, until: number | undefined): Condition {
  const { sql, parameters } = allOf([
    ['leads.enviado_em >= ?', since],
    ['leads.enviado_em < ?', until],
  ]);
  return [sql, ...parameters];
}
