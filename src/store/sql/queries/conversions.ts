import {
  CONVERSION_STATES,
  type Conversion,
  type ConversionExportRow,
  ConversionState,
  type ConversionView,
  INITIAL_STAGE_KEY,
  PLATFORMS,
  Platform,
} from '../../../domain/conversion.ts';
import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import type { ConversionQuery, ConversionTrail, Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, joined, oneOf, verbatim } from '../fragments.ts';
import { consentsOfLeadIn } from '../rows/consent-rows.ts';
import { SELECT_CONVERSIONS, toConversion, toConversionView, toExportRow } from '../rows/conversion-rows.ts';
import { allOfThem, rowId } from '../rows/fields.ts';
import { jobOfConversion } from '../rows/job-rows.ts';
import { type IdWindow, idWindow, insideWindow, withinWindow } from './id-window.ts';
import { jobTrail } from './jobs.ts';
import { merged, pageOf, withinBytes } from './page.ts';
import { valuesOf, walk } from './walk.ts';

/** Maximum conversions read for one page of a list. */
const LOOKED_AT = 5_000;

/** Conversions are registered after they happen; sender clocks that are wrong by more than a day are not considered. */
const EXPORT_SLACK_MS = 86_400_000;

/**
 * Only gclids: the platform's import file has no column for another click id. Reads one index, both states merged; each has its own end,
 * without which PostgreSQL sorts all conversions for each page.
 */
const exported = (state: ConversionState): string => `
select * from (select c.id, c.cliente_id, c.click_id, c.nome, c.chave, c.lead_id, c.valor, c.moeda, c.ocorrida_em, ${consentsOfLeadIn('c.lead_id')} as consentimentos
from conversoes c
where c.estado = '${state}' and c.plataforma = '${Platform.searchAds}' and c.id > ? and c.ocorrida_em >= ? and c.click_tipo = 'gclid'
  and (cast(? as bigint) is null or c.cliente_id = ?) order by c.id limit ?) part`;

const EXPORTED = `${exported(ConversionState.pending)} union all ${exported(ConversionState.sent)} order by 1 limit ?`;

/** No index contains the names: reading this many rows takes about 30 ms. */
const NAMES = `
select distinct nome as value from conversoes where id > (select ifnull(max(id), 0) - 100000 from conversoes) and estado <> '${ConversionState.withdrawn}'`;

const WAIT_SINCE = `select criado_em as since from conversoes where estado = '${ConversionState.pending}' and plataforma = ? order by id limit 1`;

/** With the clients of their leads. Left joins keep SQLite from starting with another table. */
const CONVERSION_VIEWS = verbatim(`
select t.*, conversoes_envio.*, leads.origem, leads.campanha_id, clientes.nome as cliente_nome, campanhas.nome as campanha_nome
from conversoes t
left join leads on leads.id = t.lead_id
left join clientes on clientes.id = t.cliente_id
left join campanhas on campanhas.id = leads.campanha_id
left join conversoes_envio on conversoes_envio.conversao_id = t.id`);

/** The latest stage of each lead, except the initial stage that every lead starts with. */
const LATEST_STAGES = `
${SELECT_CONVERSIONS} where c.id in (
  select (
    select id from conversoes
    where lead_id = l.value and estado <> '${ConversionState.withdrawn}' and chave <> '${INITIAL_STAGE_KEY}'
    order by ocorrida_em desc, id desc limit 1)
  from json_each(?) l)`;

const stagesOfLeads = allOfThem(LATEST_STAGES, toConversion);

/** Platform `null`: conversions without a platform. */
type Part = Omit<ConversionQuery, 'platform'> & { readonly platform?: Platform | null };

export async function listConversions(connection: Connection, query: ConversionQuery): Promise<Page<ConversionView>> {
  const window = await idWindow(connection, 'conversoes', query);
  if (!isWalked(query)) return await pageOf(connection, conversionsOf(query, window), query.limit, toConversionView);
  const { ids, next } = await walk(connection, {
    table: 'conversoes',
    stream: streamOf(query, window),
    conditions: conditionsOfPart(query),
    limit: query.limit,
    lookAt: LOOKED_AT,
  });
  const named = fragment`${CONVERSION_VIEWS} where ${allOf([oneOf('t.id', ids)])} order by t.id desc`;
  return await pageOf(connection, named, query.limit, toConversionView, next);
}

export async function latestStages(connection: Connection, leadIds: readonly string[]): Promise<readonly Conversion[]> {
  return await stagesOfLeads(connection, JSON.stringify(leadIds.map(rowId)));
}

export async function conversionTrail(connection: Connection, id: string): Promise<ConversionTrail | null> {
  const row = rowId(id);
  const [conversion] = (await listConversions(connection, { before: String(row + 1), limit: 1 })).items;
  if (conversion === undefined || rowId(conversion.id) !== row) return null;
  return { conversion, ...(await jobTrail(connection, jobOfConversion(row))) };
}

export async function exportConversions(
  connection: Connection,
  { since, after, limit, clientId }: Parameters<ConversionOutbox['exportConversions']>[0],
): Promise<readonly ConversionExportRow[]> {
  const { from } = await idWindow(connection, 'conversoes', { since: since - EXPORT_SLACK_MS });
  const above = Math.max(from - 1, after === null ? 0 : rowId(after));
  const client = clientId === undefined ? null : rowId(clientId);
  const state = [above, since, client, client, limit];
  const exported = { sql: EXPORTED, parameters: [...state, ...state, limit] };
  return await connection.each(exported, (rows: Iterable<object>) => withinBytes(rows, limit).kept.map(toExportRow));
}

export async function conversionNames(connection: Connection): Promise<readonly string[]> {
  return await valuesOf(connection, NAMES);
}

export async function conversionsWaitSince(connection: Connection, platform: Platform): Promise<number | null> {
  return (await connection.get<{ readonly since: number }>(WAIT_SINCE, platform))?.since ?? null;
}

/**
 * One page of conversions, newest first; one extra row shows whether there is another page. Like the list of events, it walks one index in
 * the order of ids: that of the client, or (estado, plataforma, id), whose parts are merged if only one of the two is given. The
 * conversions of one lead are few and are sorted.
 */
function conversionsOf(page: ConversionQuery, window: IdWindow): Fragment {
  const isWalkedByOther = page.leadId !== undefined || page.clientId !== undefined;
  if (isWalkedByOther || (page.state === undefined) === (page.platform === undefined)) return conversionsByIndex(page, window);
  const parts: readonly Part[] =
    page.state === undefined
      ? CONVERSION_STATES.map((state) => ({ ...page, state }))
      : [...PLATFORMS, null].map((platform) => ({ ...page, platform }));
  return merged(
    parts.map((part) => conversionsByIndex(part, window)),
    page.limit,
  );
}

function conversionsByIndex(page: Part, window: IdWindow): Fragment {
  const walked = page.leadId !== undefined ? ['lead_id'] : page.clientId !== undefined ? ['cliente_id'] : ['estado', 'plataforma'];
  const where = allOf([...conditionsOfPart(page, walked), ...insideWindow('t.id', window)]);
  return fragment`${CONVERSION_VIEWS} where ${where} order by t.id desc limit ${page.limit + 1}`;
}

/** `+column` makes SQLite check a condition row by row instead of by an index; where ids are checked, no index is walked. */
function conditionsOfPart(
  { leadId, clientId, state, platform, errorCode, since, until }: Part,
  walked: readonly string[] = [],
): readonly Condition[] {
  const column = (name: string): string => `${walked.includes(name) ? '' : '+'}t.${name}`;
  return [
    [`${column('lead_id')} = ?`, leadId === undefined ? undefined : rowId(leadId)],
    [`${column('cliente_id')} = ?`, clientId === undefined ? undefined : rowId(clientId)],
    [`${column('estado')} = ?`, state],
    platform === null ? [`${column('plataforma')} is null`] : [`${column('plataforma')} = ?`, platform],
    ['exists (select 1 from conversoes_envio s where s.conversao_id = t.id and s.erro_codigo = ?)', errorCode],
    ['t.criado_em >= ?', since],
    ['t.criado_em < ?', until],
  ];
}

/** Whether no single index covers the filters of the list: then it is read in limited walks. */
function isWalked({ errorCode, clientId, leadId, state, platform }: ConversionQuery): boolean {
  return errorCode !== undefined || (clientId !== undefined && leadId === undefined && (state !== undefined || platform !== undefined));
}

/** The index that leaves the fewest rows, else the conversions that were tried. Only those with a platform are ever rejected. */
function streamOf({ leadId, clientId, state, platform }: ConversionQuery, window: IdWindow): Fragment {
  const part = (...condition: Condition): Fragment =>
    fragment`select id from conversoes where ${allOf([condition, withinWindow('id', window)])}`;
  if (leadId !== undefined) return fragment`${part('lead_id = ?', rowId(leadId))} order by id desc`;
  if (clientId !== undefined) return fragment`${part('cliente_id = ?', rowId(clientId))} order by id desc`;
  if (state === ConversionState.rejected) {
    const parts = (platform === undefined ? PLATFORMS : [platform]).map((one) => {
      const rejected = part(`estado = '${ConversionState.rejected}' and plataforma = ?`, one);
      return fragment`select * from (${rejected} order by id desc limit ${LOOKED_AT}) part`;
    });
    return fragment`${joined(parts, ' union all ')} order by id desc`;
  }
  return fragment`
    select conversao_id as id from conversoes_envio where ${allOf([withinWindow('conversao_id', window)])} order by conversao_id desc`;
}
