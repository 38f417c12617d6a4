import { CLIENT_NOT_CONNECTED, type ClientAccount, type ClientConsent, type WaitingForAccount } from '../../../domain/client-account.ts';
import { ConversionState, type ConversionToSend, type Platform } from '../../../domain/conversion.ts';
import type { FormCheck } from '../../../domain/delivery-ports.ts';
import { JobState } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { AccountName, PlatformAccount, SealedCredential, SealedPageToken } from '../../../domain/platform-account.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { allOf, fragment, verbatim } from '../fragments.ts';
import { filterInOrder, flatMapInOrder, someInOrder } from '../in-order.ts';
import { eventsIdentified } from '../keys/event-keys.ts';
import { consentsOfLeadIn, readConsents } from '../rows/consent-rows.ts';
import { HAS_NO_LIVE_JOB, OUTBOX_CURSOR, SELECT_CONVERSIONS, toStoredConversion } from '../rows/conversion-rows.ts';
import {
  allOfThem,
  fault,
  flag,
  id,
  json,
  jsonPairs,
  oneOf,
  oneOrNull,
  reading,
  rowId,
  type StoredFields,
  textId,
} from '../rows/fields.ts';
import { toLead } from '../rows/lead-rows.ts';
import { partOf, type SelectedPart, type WalkedJob } from './jobs.ts';

const ACCOUNT_NAME: StoredFields<AccountName> = { platform: 'plataforma', kind: 'tipo', id: 'conta' };

/** The key columns of an account. */
export const ACCOUNT_KEY = Object.values<string>(ACCOUNT_NAME as Record<string, string>);

export const ACCOUNT: StoredFields<PlatformAccount> = {
  ...ACCOUNT_NAME,
  pausedUntil: 'pausada_ate',
  refusedSince: 'recusada_em',
  refusedCredential: 'credencial_recusada',
  fault,
  awaySince: 'fora_desde',
  lastUsedAt: 'usada_em',
  expiresAt: 'expira_em',
};

const toAccount = reading(ACCOUNT);

export const CREDENTIAL: StoredFields<SealedCredential> = { ...ACCOUNT_NAME, sealed: 'lacrada', createdAt: 'criada_em' };

export const PAGE_TOKEN: StoredFields<SealedPageToken> = { pageId: 'pagina', credential: 'credencial', sealed: 'lacrado' };

export const CLIENT_ACCOUNT: StoredFields<ClientAccount> = {
  ...ACCOUNT_NAME,
  clientId: id('cliente_id'),
  credentialIn: oneOf('credencial', { database: 'banco', environment: 'ambiente' }),
  loginAccountId: 'conta_login',
  conversionActions: jsonPairs('acoes'),
  enhancedLeads: flag('leads_por_contato'),
  initialStage: 'etapa_inicial',
  connectedAt: 'conectada_em',
};

const toClientAccount = reading(CLIENT_ACCOUNT);

export const CLIENT_CONSENT: StoredFields<ClientConsent> = { clientId: id('cliente_id'), mode: 'modo', keys: json('chaves') };

export const FORM_CHECK: StoredFields<FormCheck> = {
  platform: 'plataforma',
  formId: 'formulario_id',
  pageId: 'pagina_id',
  storedUntil: 'guardado_ate',
  checkedAt: 'conferido_em',
  found: 'encontrados',
  missing: 'faltavam',
  recovered: 'recuperados',
  fault,
};

const toWaiting = reading<WaitingForAccount>({ clientId: id('grupo'), count: 'total' });

const IS_ACCOUNT = 'plataforma = ? and tipo = ? and conta = ?';

const WAITING_FOR_ACCOUNT = `
select grupo, count(*) as total from fila_vivos indexed by fila_vivos_sem_conta
where estado = '${JobState.pending}' and disponivel_em is null and motivo_espera = '${CLIENT_NOT_CONNECTED}'
group by grupo order by grupo`;

const FETCHED = 'select evento_id as id, corpo as body from eventos_buscados where evento_id in (select value from json_each(?))';

const DONE_AT = 'select feita_em as at from tarefas where nome = ?';

const WAITING_AFTER = `
select id, disponivel_em as availableAt, motivo_espera = ? as matches from fila_vivos indexed by fila_vivos_pendentes
where fila = ? and estado = '${JobState.pending}' and (disponivel_em, id) > (?, ?) order by disponivel_em, id limit ?`;

const HAS_UNQUEUED = `
select 1 from conversoes c
where c.estado = '${ConversionState.pending}' and c.plataforma = ? and c.id > ${OUTBOX_CURSOR} and ${HAS_NO_LIVE_JOB} limit 1`;

const CONVERSIONS = `${SELECT_CONVERSIONS} where c.id in (select value from json_each(?))`;

const LEADS = `select l.*, ${consentsOfLeadIn('l.id')} as consentimentos from lead_linhas l where l.id in (select value from json_each(?))`;

/** Events with a problem that lack the platform's answers; not if their job runs or is due soon, or an operator has forgotten it. */
const WITHOUT_ANSWERS = `
select e.id, e.identidade as identity
from json_each(?) asked cross join webhook_eventos e on e.id = asked.value
where true
  and e.status <> '${EventStatus.processed}' and ifnull(e.erro_codigo, '') <> 'forgotten' and e.credencial <> 'backfill'
  and e.corpo_apagado_em is null
  and not exists (select 1 from eventos_buscados b where b.evento_id = e.id)
  and not exists (
    select 1 from fila_vivos j
    where j.id = e.id and (j.estado = '${JobState.running}' or ifnull(j.erro_codigo, 'platform_busy') = 'platform_busy'))`;

interface LeadRow {
  readonly id: number;
  readonly consentimentos: string;
}

const IS_PARKED = verbatim(`j.estado = '${JobState.pending}' and j.disponivel_em is null`);

interface Wanted {
  readonly queue: string;
  readonly faultCodes: readonly string[];
  /** `null`: any client's conversions. */
  readonly clientIds: readonly string[] | null;
  /** `null`: any platform's conversions, and leads. */
  readonly platform: Platform | null;
  /** Only jobs whose fault names this or nothing. `null`: any. */
  readonly named: string | null;
}

/** A position among the delayed jobs of a queue. */
export interface WaitingPlace {
  /** UTC ms */
  readonly availableAt: number;
  readonly id: number;
}

export const listAccounts = allOfThem('select * from contas_plataforma order by plataforma, tipo, conta', toAccount);

export const accountNamed = oneOrNull(`select * from contas_plataforma where ${IS_ACCOUNT}`, toAccount);

export const listCredentials = allOfThem('select * from credenciais order by plataforma, tipo, conta', reading(CREDENTIAL));

export const findPageToken = oneOrNull('select * from tokens_de_pagina where pagina = ?', reading(PAGE_TOKEN));

export const listClientAccounts = allOfThem('select * from contas_cliente order by cliente_id, plataforma, tipo, conta', toClientAccount);

export const clientAccountNamed = oneOrNull(`select * from contas_cliente where ${IS_ACCOUNT}`, toClientAccount);

/** The client's account at a platform that receives its conversions. */
export const conversionAccountOf = oneOrNull(
  "select * from contas_cliente where cliente_id = ? and plataforma = ? and tipo <> 'page'",
  toClientAccount,
);

export const listClientConsents = allOfThem('select * from consentimento_cliente order by cliente_id', reading(CLIENT_CONSENT));

export const countWaitingForAccount = allOfThem(WAITING_FOR_ACCOUNT, toWaiting);

export const listFormChecks = allOfThem('select * from formularios_conferidos order by plataforma, formulario_id', reading(FORM_CHECK));

export async function taskDoneAt(connection: Connection, name: string): Promise<number | null> {
  return (await connection.get<{ readonly at: number | null }>(DONE_AT, name))?.at ?? null;
}

/** The parked jobs below `before`, newest first, that belong to the queue and wait for one of the faults. */
export async function parkedFor(
  connection: Connection,
  { queue, faultCodes, clientIds, platform, named }: Wanted,
  before: number,
  lookAt: number,
): Promise<SelectedPart<readonly string[]>> {
  const wanted = allOf([
    ['j.fila = ?', queue],
    ['j.motivo_espera in (select value from json_each(/*!text*/ ?))', JSON.stringify(faultCodes)],
    ['j.grupo in (select value from json_each(?))', clientIds === null ? undefined : JSON.stringify(clientIds.map(rowId))],
    ['c.plataforma = ?', platform ?? undefined],
    ["j.erro_alvo in (?, '')", named ?? undefined],
  ]);
  const { sql, parameters } = fragment`
    select j.id, ${wanted} as matches
    from fila_vivos j indexed by fila_vivos_estacionados left join conversoes c on c.id = j.conversao_id
    where ${IS_PARKED} and j.id < ${before} order by j.id desc limit ${lookAt}`;
  return partOf(await connection.all<WalkedJob>(sql, ...parameters), lookAt, ({ id: row }) => row);
}

/** The queue's jobs that are due after `after`, first due first, and wait for the fault. */
export async function waitingFor(
  connection: Connection,
  queue: string,
  faultCode: string,
  after: WaitingPlace,
  lookAt: number,
): Promise<SelectedPart<readonly string[], WaitingPlace>> {
  const rows = await connection.all<WalkedJob & WaitingPlace>(WAITING_AFTER, faultCode, queue, after.availableAt, after.id, lookAt);
  return partOf(rows, lookAt, ({ id: row, availableAt }) => ({ id: row, availableAt }));
}

/** The events that `resumeFetched` would run. */
export async function eventsWithoutAnswers(
  connection: Connection,
  origin: Origin,
  identities: readonly string[],
): Promise<readonly { readonly id: number; readonly identity: string }[]> {
  return await connection.all(
    WITHOUT_ANSWERS,
    JSON.stringify(await flatMapInOrder(identities, async (identity) => await eventsIdentified(connection, origin, { identity }))),
  );
}

export async function fetchedLeads(connection: Connection, eventIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await connection.all<{ readonly id: number; readonly body: Uint8Array }>(FETCHED, JSON.stringify(eventIds.map(rowId)));
  return new Map(rows.map((row) => [textId(row.id), row.body]));
}

export async function hasUnqueued(connection: Connection, platforms: readonly Platform[]): Promise<boolean> {
  return await someInOrder(platforms, async (platform) => (await connection.get(HAS_UNQUEUED, platform, platform)) !== undefined);
}

export async function conversionsToSend(connection: Connection, ids: readonly string[]): Promise<readonly (ConversionToSend | null)[]> {
  const conversions = (await connection.all<object>(CONVERSIONS, JSON.stringify(ids.map(rowId)))).map(toStoredConversion);
  const rows = await connection.all<LeadRow>(LEADS, JSON.stringify(conversions.map(({ leadId }) => rowId(leadId))));
  const rowById = new Map(rows.map((row) => [textId(row.id), row]));
  const found = new Map(
    conversions.flatMap((conversion) => {
      const row = rowById.get(conversion.leadId);
      if (row === undefined) return [];
      return [[conversion.id, { ...conversion, lead: toLead(row), consents: readConsents(row.consentimentos) }] as const];
    }),
  );
  return ids.map((asked) => found.get(asked) ?? null);
}

export async function knownIdentities(connection: Connection, origin: Origin, identities: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(
    await filterInOrder(identities, async (identity) => (await eventsIdentified(connection, origin, { identity })).length > 0),
  );
}
