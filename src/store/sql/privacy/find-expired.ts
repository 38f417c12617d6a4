import { OperatorAction } from '../../../domain/activity.ts';
import { ConversionState, OLDEST_ACCEPTED_MS, Platform } from '../../../domain/conversion.ts';
import {
  type ClientRetention,
  expiryOf,
  isRetentionOn,
  NO_RETENTION,
  RETENTION_TASK,
  type RetentionDays,
  type RetentionFacts,
  type RetentionKind,
  retentionOf,
} from '../../../domain/retention.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder, mapInOrder } from '../in-order.ts';
import { eventsOfLead } from '../queries/events-of-lead.ts';
import { idWindow } from '../queries/id-window.ts';
import { id, reading, rowId, type StoredFields } from '../rows/fields.ts';

/** Ids that one step looks at: about 5 ms, so that it delays no other read. */
const EVENTS_LOOKED_AT = 2_000;
const LEADS_LOOKED_AT = 500;

/** The times before which rows are too old, UTC ms; `null`: they are kept. */
export interface Expiry {
  readonly now: number;
  /** Of clients without a limit of their own, and of rows without a client. */
  readonly others: number | null;
  readonly clients: readonly (readonly [client: number, before: number | null])[];
}

export interface ExpiredRow {
  readonly id: number;
  readonly client: number | null;
  /** Conversions that are withdrawn with a lead. */
  readonly conversions?: number;
}

/** What one step found, and where the next one begins; `null` at the end. */
export interface ExpiredRows {
  readonly rows: readonly ExpiredRow[];
  readonly next: number | null;
}

export const CLIENT_RETENTION: StoredFields<ClientRetention> = { clientId: id('cliente_id'), bodies: 'corpos_dias', leads: 'leads_dias' };

const OWN = 'select * from retencao_cliente order by cliente_id';

const toClientRetention = reading(CLIENT_RETENTION);

export async function listClientRetentions(connection: Connection): Promise<readonly ClientRetention[]> {
  return (await connection.all<object>(OWN)).map(toClientRetention);
}

/** The times that the limits mean now. */
export async function expiryNow(connection: Connection, kind: 'bodies' | 'leads', days: RetentionDays, now: number): Promise<Expiry> {
  const own = await listClientRetentions(connection);
  return {
    now,
    others: expiryOf(days[kind], now),
    clients: own.map((limits) => [rowId(limits.clientId), expiryOf(retentionOf(days, limits)[kind], now)]),
  };
}

/** An event whose body nobody needs any more: it is processed, or was given up, so that no job is left to run again. */
const IS_DONE = `
f.processado_em is not null and f.apagado_em is null and f.corpo_apagado_em is null
  and not exists (select 1 from fila_encerrados j where j.id = f.evento_id and j.erro_codigo is not null)`;

const FIELDS = 'e.id, e.recebido_em as at, e.identidade as identity, e.lote_id as batch';

/** Reads an event only if its narrow row says that it has a body. */
const DONE_EVENTS = `
select ${FIELDS}, ifnull(l.cliente_id, e.cliente_limite) as client
from evento_fins f cross join eventos e on e.id = f.evento_id left join lead_linhas l on l.id = f.lead_id
where f.evento_id >= ? and f.evento_id < ? and ${IS_DONE}`;

const DONE_AMONG = `
select ${FIELDS} from json_each(?) asked cross join evento_fins f on f.evento_id = asked.value cross join eventos e on e.id = f.evento_id
where ${IS_DONE}`;

export interface ExpiredEvent {
  readonly id: number;
  readonly identity: string;
  readonly batch: number | null;
}

/** Those of the events that are still done, under the write lock. */
export async function doneAmong(connection: Connection, events: readonly number[]): Promise<readonly ExpiredEvent[]> {
  return await connection.all(DONE_AMONG, JSON.stringify(events));
}

export async function expiredEvents(connection: Connection, expiry: Expiry, from: number): Promise<ExpiredRows> {
  const { end, isOld } = await limitsOf(connection, 'webhook_eventos', expiry);
  const upTo = Math.min(from + EVENTS_LOOKED_AT, end);
  return { rows: (await connection.all<TimedRow>(DONE_EVENTS, from, upTo)).filter(isOld), next: upTo < end ? upTo : null };
}

const LEADS = `
select l.id, l.cliente_id as client, max(l.criado_em, l.atualizado_em, ifnull(l.enviado_em, 0),
  ifnull((select max(c.criado_em) from conversoes c where c.lead_id = l.id), 0),
  ifnull((select max(c.registrado_em) from consentimentos c where c.lead_id = l.id), 0)) as at
from lead_linhas l where l.id >= ? and l.id < ? and l.apagado_em is null`;

/** Something of the lead still waits: a conversion that its platform would still accept, or an event with a job. */
const WAITS = `
select 1 from conversoes where lead_id = ? and estado = '${ConversionState.pending}'
  and ocorrida_em >= ? - case plataforma when '${Platform.socialAds}' then ${OLDEST_ACCEPTED_MS.social_ads} else ${OLDEST_ACCEPTED_MS.search_ads} end
union all
select 1 from json_each(?) e where exists (select 1 from fila_vivos j where j.id = e.value)
  or exists (select 1 from fila_encerrados j where j.id = e.value and j.erro_codigo is not null)`;

/** @param below where the step ends at the latest */
export async function expiredLeads(
  connection: Connection,
  expiry: Expiry,
  from: number,
  below = from + LEADS_LOOKED_AT,
): Promise<ExpiredRows> {
  const { end, isOld } = await limitsOf(connection, 'leads', expiry);
  const upTo = Math.min(below, end);
  const old = (await connection.all<TimedRow>(LEADS, from, upTo)).filter(isOld);
  const rows = await filterInOrder(old, async ({ id: lead }) => !(await waits(connection, lead, expiry.now)));
  return {
    rows: await mapInOrder(rows, async (row) => ({ ...row, conversions: await pendingOf(connection, row.id) })),
    next: upTo < end ? upTo : null,
  };
}

async function waits(connection: Connection, lead: number, now: number): Promise<boolean> {
  return (await connection.get(WAITS, lead, now, JSON.stringify(await eventsOfLead(connection, lead)))) !== undefined;
}

/** Without those that their platform may have: they count as sent. */
const PENDING = `
select count(*) as total from conversoes c where lead_id = ? and estado = '${ConversionState.pending}' and not exists (
  select 1 from conversoes_envio s
  where s.conversao_id = c.id and (s.enviada_em is not null or s.pedido_em is not null or s.incerta_desde is not null))`;

async function pendingOf(connection: Connection, lead: number): Promise<number> {
  return ((await connection.get(PENDING, lead)) as { readonly total: number }).total;
}

interface TimedRow extends ExpiredRow {
  readonly at: number;
}

/** The id below which rows can be too old, and which of them are. */
async function limitsOf(
  connection: Connection,
  table: 'webhook_eventos' | 'leads',
  { others, clients }: Expiry,
): Promise<{ readonly end: number; readonly isOld: (row: TimedRow) => boolean }> {
  const latest = Math.max(0, others ?? 0, ...clients.map(([, before]) => before ?? 0));
  const own = new Map<number | null, number | null>(clients);
  return {
    end: latest === 0 ? 0 : (await idWindow(connection, table, { until: latest })).below,
    isOld: ({ client, at }) => at < ((own.has(client) ? own.get(client) : others) ?? 0),
  };
}

/** Reads the index only: each request has a body of up to 64 KiB. */
const OLD_REFUSED = `
select id from requisicoes_recusadas indexed by requisicoes_recusadas_motivo where recebida_em < ?`;

export async function expiredRefused(connection: Connection, before: number): Promise<readonly number[]> {
  return (await connection.all<{ readonly id: number }>(OLD_REFUSED, before)).map((row) => row.id);
}

/** The removals of clients stay: their ids must not be used again. */
export const OLD_LINE = `id < ? and em < ? and acao <> '${OperatorAction.removeClient}'`;

const COUNT_LOG = `select count(*) as total from registro_operadores where ${OLD_LINE}`;

export async function countExpiredLog(connection: Connection, before: number): Promise<number> {
  const { below } = await idWindow(connection, 'registro_operadores', { until: before });
  return ((await connection.get(COUNT_LOG, below, before)) as { readonly total: number }).total;
}

const RAN_AT = 'select feita_em as at from tarefas where nome = ?';

const TOTALS = 'select tipo as kind, total from retencao_totais order by tipo';

export async function retentionFacts(connection: Connection): Promise<RetentionFacts> {
  const own = await listClientRetentions(connection);
  return {
    ranAt: (await connection.get<{ readonly at: number | null }>(RAN_AT, RETENTION_TASK))?.at ?? null,
    clients: own.filter((limits) => isRetentionOn({ ...NO_RETENTION, ...retentionOf(NO_RETENTION, limits) }, 0)).length,
    rows: await connection.all<{ readonly kind: RetentionKind; readonly total: number }>(TOTALS),
  };
}
