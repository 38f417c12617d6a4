import { OperatorAction } from '../../../domain/activity.ts';
import { ConversionState, type Platform } from '../../../domain/conversion.ts';
import type { IdentityKind } from '../../../domain/event-kind.ts';
import { JobState } from '../../../domain/job.ts';
import { Origin } from '../../../domain/origin.ts';
import type { PersonPlace } from '../../../domain/person.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection, SqlValue } from '../connection.ts';
import { filterInOrder, flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, contactKey } from '../keys/contact-keys.ts';
import { noteBlanked } from '../operations/blanked-rows.ts';
import { recordActivity, withdrawJob } from '../operations/control.ts';
import { conversionAbandoned, mayBeAtPlatform, noteDelivery } from '../operations/conversion-states.ts';
import { eventErased } from '../operations/event-ends.ts';
import { openJob, removeLiveJob } from '../operations/jobs.ts';
import { eventsOfLead } from '../queries/events-of-lead.ts';
import { leadsWithContacts, type SoughtContacts } from '../queries/leads-with-contacts.ts';
import { idsOf } from '../queries/walk.ts';
import { bodyPlaces, refusedWords } from '../refused-words.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { jobOfConversion } from '../rows/job-rows.ts';
import {
  addErasureKey,
  addFingerprints,
  bodyText,
  contactText,
  eventText,
  importText,
  keyOfNewErasure,
  type LeadIdentity,
  leadText,
  rememberErased,
} from './erased-people.ts';
import { differs, type FoundKind, NOBODY, type SoughtPerson, tellingIdentities, withoutNew } from './find-people.ts';
import { latin1, PersonMatcher, withoutIdentities } from './person-matcher.ts';
import { mentionColumns, PERSONAL_TABLES, type PersonalTable, personalTable } from './personal-columns.ts';

/** What was changed in a place, by `own` rows and `mentions`. */
export type PlaceCounts = Readonly<Partial<Record<PersonPlace, { readonly own: number; readonly mentions: number }>>>;

const BEGIN = 'insert into apagamentos (em, quem, cliente_id, chave, procurado) values (?, ?, ?, ?, ?)';

/** What is sought, as stored: not in the clear, so that it is no trace of the person that keeps an erasure from its end. */
function sealedSought(sought: SoughtPerson): string {
  return Buffer.from(JSON.stringify(sought)).toString('base64');
}

export function openedSought(stored: string): SoughtPerson {
  return JSON.parse(Buffer.from(stored, 'base64').toString('utf8')) as SoughtPerson;
}

/** Who erases, when, and why. */
export interface ErasureOrder extends Operator {
  readonly reason: string;
}

/** A Google lead that was imported without its lead id has that of the event that joined it too. */
const IDENTITIES_OF_LEAD = `
select origem as origin, identidade as identity, cliente_limite as "limit" from lead_linhas where id = ?
union all
select e.origem, e.identidade, e.cliente_limite from evento_fins f join eventos e on e.id = f.evento_id
where f.lead_id = ? and f.criou = 0 and e.origem = '${Origin.searchAds}' and e.especie = '${EVENT_KIND_WORDS.lead}'`;

const SUBMITTED_UNTIL = 'select id from lead_linhas where id in (select value from json_each(?)) and (enviado_em <= ? or evento_id <= ?)';

/**
 * With the leads that were stored after the search and before the erasure: from then on, no event submitted earlier becomes a lead. Without
 * those of new requests that came during the search.
 */
async function withLateLeads(connection: Connection, sought: SoughtPerson, contacts: SoughtContacts, until: number): Promise<SoughtPerson> {
  const known = new Set(await idsOf(connection, SUBMITTED_UNTIL, JSON.stringify(sought.leads), until, sought.until.event));
  const found = sought.leads.filter((lead) => known.has(lead));
  const others = (await leadsWithContacts(connection, contacts, sought.client)).filter((lead) => !known.has(lead));
  const late = others.length === 0 ? [] : await idsOf(connection, SUBMITTED_UNTIL, JSON.stringify(others), until, 0);
  const texts = await tellingIdentities(connection, late, await eventsOfLead(connection, ...late));
  return { ...sought, leads: [...found, ...late], texts: [...new Set([...sought.texts, ...texts])] };
}

/**
 * Starts an erasure: from this commit on, the person does not come back, and the erasure is resumed until it is complete.
 *
 * @param found whom a search has found
 * @param contacts what identifies the person, besides the identities of the leads
 * @param before the fingerprints of the same erasure in the database that a backup replaced
 */
export async function beginErasure(
  connection: Connection,
  found: SoughtPerson,
  contacts: SoughtContacts,
  order: ErasureOrder,
  before?: { readonly key: Uint8Array; readonly prints: readonly Uint8Array[] },
): Promise<{ readonly erasure: number; readonly sought: SoughtPerson }> {
  const sought = await withLateLeads(connection, found, contacts, order.now);
  if (before !== undefined) await addErasureKey(connection, before.key);
  const key = before?.key ?? (await keyOfNewErasure(connection));
  const erasure = await connection.insert(BEGIN, order.now, order.name, sought.client, key, sealedSought(sought));
  const target = sought.leads.length === 0 ? `apagamento:${erasure}` : sought.leads.map((lead) => `lead:${lead}`).join(' ');
  await recordActivity(connection, OperatorAction.erasePerson, target, order.reason, order);
  await rememberErased(connection, erasure, textsOf(contacts));
  if (before !== undefined) await addFingerprints(connection, erasure, before.prints);
  const identities = await flatMapInOrder(sought.leads, async (lead) => await connection.all<LeadIdentity>(IDENTITIES_OF_LEAD, lead, lead));
  await rememberErased(connection, erasure, identities.map(leadText));
  return { erasure, sought };
}

function textsOf(contacts: SoughtContacts): readonly string[] {
  return CONTACT_FIELDS.flatMap(({ kind, list }) => contacts[list].map((value) => contactText(kind, value)));
}

const ADD_COUNTS = 'update apagamentos set leads = leads + ?, eventos = eventos + ?, locais = ? where id = ?';

const COUNTS = 'select locais as counts, procurado as sought from apagamentos where id = ?';

/** Rows that are about the person, or those of others that mention them. */
export type ErasedKind = Extract<FoundKind, 'own' | 'mentions'>;

/** Blanks rows that are about the person, or removes mentions from rows of others. Rows that are gone, blank or new are not counted. */
export async function eraseRows(
  connection: Connection,
  erasure: number,
  name: string,
  rows: readonly number[],
  kind: ErasedKind,
): Promise<void> {
  const stored = await connection.get<{ readonly counts: string; readonly sought: string | null }>(COUNTS, erasure);
  // Another process has completed it.
  if (stored === undefined || stored.sought === null) return;
  const table = personalTable(name);
  const sought = openedSought(stored.sought);
  const matcher = new PersonMatcher(sought);
  const change = kind === 'own' ? eraseOwn : removeMentions;
  const old = await withoutNew(connection, table, rows, sought);
  const changed = (await filterInOrder(old, async (row) => await change({ connection, erasure }, table, row, matcher))).length;
  if (changed === 0) return;
  const counts = JSON.parse(stored.counts) as PlaceCounts;
  const before = counts[table.place] ?? { own: 0, mentions: 0 };
  const after = { ...counts, [table.place]: { ...before, [kind]: before[kind] + changed } };
  const isOwn = (of: string): number => (kind === 'own' && name === of ? changed : 0);
  await connection.run(ADD_COUNTS, isOwn('lead_linhas'), isOwn('eventos'), JSON.stringify(after), erasure);
}

type Row = Readonly<Record<string, SqlValue>>;

async function rowOf(connection: Connection, { table, key }: PersonalTable, row: number): Promise<Row | undefined> {
  return await connection.get<Row>(`select * from ${table} where ${key} = ?`, row);
}

/** In which transaction and for which erasure a row is changed, and what else happens when it is blanked. */
interface Erasing {
  readonly connection: Connection;
  readonly erasure: number;
  readonly before?: BeforeBlanking;
}

/** Returns whether the row contained anything. */
async function eraseOwn(erasing: Erasing, table: PersonalTable, id: number, matcher: PersonMatcher): Promise<boolean> {
  if (table.table === 'eventos') await stopJob(erasing.connection, id);
  if (table.table === 'requisicoes_recusadas') return await eraseRefused(erasing, table, id, matcher);
  return await blankRow(erasing, table, id);
}

/** Blanks the personal columns of a row. Returns whether it contained anything. */
export async function blankRow(
  { connection, erasure, before = BEFORE_BLANKING }: Erasing,
  table: PersonalTable,
  id: number,
): Promise<boolean> {
  const row = await rowOf(connection, table, id);
  if (row === undefined) return false;
  await before[table.table]?.(connection, erasure, id, row);
  const set = Object.entries(table.blank).map(([column, value]) => `${column} = ${value}`);
  const changes = await connection.run(
    `update ${table.table} set ${set.join(', ')} where ${table.key} = ? and (${differs(table.blank)})`,
    id,
  );
  if (changes > 0) await noteBlanked(connection, table.table, [id]);
  return changes > 0;
}

type BeforeBlanking = Readonly<Record<string, (connection: Connection, erasure: number, id: number, row: Row) => Promise<void>>>;

/** What else happens when a row is blanked. */
export const BEFORE_BLANKING: BeforeBlanking = {
  lead_linhas: eraseLead,
  eventos: eraseEvent,
  evento_reenvios: rememberConflict,
  conversoes: endConversion,
};

const LEAD_ERASED = 'update lead_linhas set apagado_em = (select em from apagamentos where id = ?) where id = ? and apagado_em is null';

/** The hash of the identity stays, as that of an event: without the text it finds nothing, and a fingerprint says no less. */
async function eraseLead(connection: Connection, erasure: number, id: number, row: Row): Promise<void> {
  for (const { column, kind } of CONTACT_FIELDS) {
    const value = row[column];
    if (typeof value === 'string') await connection.keys(CONTACT_KEYS).remove(contactKey(row['cliente_id'] as number, kind, value), id);
  }
  await connection.run(LEAD_ERASED, erasure, id);
}

async function eraseEvent(connection: Connection, erasure: number, id: number, row: Row): Promise<void> {
  if (!isPseudonym(row['identidade'] as string, id)) await rememberBody(connection, erasure, id, row['corpo'] as Uint8Array);
  await eraseEventOnly(connection, erasure, id, row);
}

/** Its body is not remembered: somebody may send the same again in an event of its own. */
export async function eraseEventOnly(connection: Connection, erasure: number, id: number, row: Row): Promise<void> {
  const [origin, identity] = [row['origem'] as Origin, row['identidade'] as string];
  const kind = kindOf(row['especie'] as string);
  const limit = row['cliente_limite'] as number | null;
  const texts = [eventText({ origin, kind, identity, limit }), ...(limit === null ? [] : [importText({ origin, kind, identity })])];
  if (!isPseudonym(identity, id)) await rememberErased(connection, erasure, texts, id);
  await eventErased(connection, id, erasure);
}

function isPseudonym(identity: string, id: number): boolean {
  return identity === `apagada:${id}`;
}

function kindOf(word: string): IdentityKind {
  const [kind] = Object.entries(EVENT_KIND_WORDS).find(([, stored]) => stored === word) as [IdentityKind, string];
  return kind;
}

const ORIGIN_OF = 'select origem as origin from eventos where id = ?';

/** A resend that differs from its event may come again. */
async function rememberConflict(connection: Connection, erasure: number, id: number, row: Row): Promise<void> {
  const body = row['corpo_conflito'];
  if (body instanceof Uint8Array) await rememberBody(connection, erasure, id, body);
}

async function rememberBody(connection: Connection, erasure: number, event: number, body: Uint8Array): Promise<void> {
  // It was too old to be kept; no other body may count as the same.
  if (body.byteLength === 0) return;
  const { origin } = (await connection.get(ORIGIN_OF, event)) as { readonly origin: Origin };
  await rememberErased(connection, erasure, [bodyText(origin, body)], event);
}

const BEGUN_AT = 'select em as now, plataformas as platforms from apagamentos where id = ?';

const SET_PLATFORMS = 'update apagamentos set plataformas = ? where id = ?';

/** How many conversions of the person each platform has received, or may have. */
export type PlatformCounts = Readonly<Partial<Record<Platform, number>>>;

async function endConversion(connection: Connection, erasure: number, id: number, row: Row): Promise<void> {
  if (isPseudonym(row['chave'] as string, id)) return;
  const { now, platforms } = (await connection.get(BEGUN_AT, erasure)) as { readonly now: number; readonly platforms: string };
  if (row['estado'] === ConversionState.pending) {
    // A worker may be sending it, and what it finds out is not stored.
    const isRunning = (await openJob(connection, jobOfConversion(id)))?.estado === JobState.running;
    if (isRunning) await noteDelivery(connection, id, { kind: 'unanswered', since: now }, now);
    await conversionAbandoned(connection, id, now);
  }
  if (await mayBeAtPlatform(connection, id)) {
    const counts = JSON.parse(platforms) as PlatformCounts;
    const platform = row['plataforma'] as Platform;
    await connection.run(SET_PLATFORMS, JSON.stringify({ ...counts, [platform]: (counts[platform] ?? 0) + 1 }), erasure);
  }
  await stopJob(connection, jobOfConversion(id));
}

/** Removes the job unless it is done. A worker that runs it loses its claim, so what it finds out is not stored. */
async function stopJob(connection: Connection, id: number): Promise<void> {
  await withdrawJob(connection, id);
  await removeLiveJob(connection, id);
}

const FORGET_REFUSED = 'delete from requisicoes_recusadas where id = ?';

/** A refused notification keeps the leads of others. */
async function eraseRefused({ connection, erasure }: Erasing, table: PersonalTable, id: number, matcher: PersonMatcher): Promise<boolean> {
  const row = await rowOf(connection, table, id);
  if (row === undefined) return false;
  const body = row['corpo'] as Uint8Array;
  await rememberErased(connection, erasure, [bodyText(row['origem'] as Origin, body)]);
  const left = matcher.withoutPerson(body);
  if (left === null) await connection.run(FORGET_REFUSED, id);
  else await saveColumns(connection, table, id, { corpo: left, ...refusedIndex(left, row) });
  return true;
}

function refusedIndex(body: Uint8Array, row: Row): Readonly<Record<string, SqlValue>> {
  const names = [row['requisicao_id'] as string, row['ip'] as string];
  return { palavras: refusedWords(body, names), lugares: bodyPlaces(body) };
}

/** A view that looks for the person is of no use without them. */
const DELETE_VIEW = 'delete from visualizacoes where id = ?';

/** Returns whether the row mentioned the person. */
async function removeMentions(erasing: Erasing, table: PersonalTable, id: number, matcher: PersonMatcher): Promise<boolean> {
  const { connection, erasure } = erasing;
  const row = await rowOf(connection, table, id);
  if (row === undefined) return false;
  if (table.blanksMentions === true) return await blankRow(erasing, table, id);
  if (table.table === 'visualizacoes') return (await connection.run(DELETE_VIEW, id)) > 0;
  const changes = mentionColumns(table).flatMap((column): readonly [string, SqlValue][] => {
    const value = row[column] ?? null;
    const without = withoutMentions(table, column, value, matcher);
    return without === value ? [] : [[column, without]];
  });
  if (changes.length === 0) return false;
  await rememberMention(connection, erasure, table, id, row);
  const changed = Object.fromEntries(changes);
  const body = changed['corpo'];
  const more = table.table === 'requisicoes_recusadas' && body instanceof Uint8Array ? refusedIndex(body, row) : {};
  await saveColumns(connection, table, id, { ...changed, ...more });
  await noteBlanked(connection, table.table, [id]);
  return true;
}

/** The texts that are JSON, in which a number may be the person's. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['cabecalhos', 'dados', 'mudancas', 'parametros', 'lugares']);

function withoutMentions({ table }: PersonalTable, column: string, value: SqlValue, matcher: PersonMatcher): SqlValue {
  if (typeof value === 'string') return matcher.mentions(value) ? matcher.withoutMentions(value, JSON_COLUMNS.has(column)) : value;
  if (!(value instanceof Uint8Array) || !matcher.mentions(latin1(value))) return value;
  const others = table === 'webhook_lotes' && column === 'corpo' ? matcher.withoutPerson(value) : null;
  return others ?? Buffer.from(matcher.withoutMentions(latin1(value), true), 'latin1');
}

/** The body as it came must not be stored again when it is resent; and a changed identity is found no more. */
async function rememberMention(connection: Connection, erasure: number, { table }: PersonalTable, id: number, row: Row): Promise<void> {
  if (table === 'eventos') await rememberBody(connection, erasure, id, row['corpo'] as Uint8Array);
  else if (table === 'evento_reenvios') await rememberConflict(connection, erasure, id, row);
}

async function saveColumns(connection: Connection, { table, key }: PersonalTable, id: number, columns: Row): Promise<void> {
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  await connection.run(`update ${table} set ${set.join(', ')} where ${key} = ?`, ...Object.values(columns), id);
}

/** An event that may be part of a batch. */
interface BatchedEvent {
  readonly identity: string;
  readonly batch: number | null;
}

/** Locked: others may leave out theirs at the same time. */
const BATCH = 'select corpo as body from webhook_lotes where id = ? /*! for update */';

const SAVE_BATCH = 'update webhook_lotes set corpo = ? where id = ?';

/** The bodies of batches keep the events of others. */
export async function leaveBatches(connection: Connection, events: readonly BatchedEvent[]): Promise<void> {
  for (const [batch, own] of Map.groupBy(events, (event) => event.batch)) {
    const stored = batch === null ? undefined : await connection.get<{ readonly body: Uint8Array }>(BATCH, batch);
    if (stored === undefined || stored.body.byteLength === 0) continue;
    const identities = own.map(({ identity }) => identity);
    await connection.run(SAVE_BATCH, withoutIdentities(stored.body, identities), batch);
  }
}

const BATCH_OF = 'select identidade as identity, lote_id as batch from eventos where id = ?';

const REOPEN = `
update apagamentos set concluido_em = null, procurado = ifnull(procurado, '${sealedSought(NOBODY)}'), eventos = eventos + 1 where id = ?`;

/** Blanks an event of an erased person that arrived anew, and whose job its worker ends. The log still has what it contained. */
export async function eraseLateEvent(connection: Connection, erasure: number, id: number): Promise<void> {
  await leaveBatches(connection, await connection.all<BatchedEvent>(BATCH_OF, id));
  for (const table of PERSONAL_TABLES.filter(({ owner }) => owner?.of === 'event')) await blankRow({ connection, erasure }, table, id);
  await connection.run(REOPEN, erasure);
}

const FORGET_SOUGHT = 'update apagamentos set procurado = ? where id = ? and procurado is not null';

/** Every row is blank; only traces are left, and what was sought is one of them. */
export async function forgetSought(connection: Connection, erasure: number): Promise<void> {
  await connection.run(FORGET_SOUGHT, sealedSought(NOBODY), erasure);
}

const EVENTS = 'select eventos as events from apagamentos where id = ?';

/** How many events were erased so far: more, if one came late. */
export async function erasedEvents(connection: Connection, erasure: number): Promise<number> {
  return ((await connection.get(EVENTS, erasure)) as { readonly events: number }).events;
}

const END = 'update apagamentos set concluido_em = ?, procurado = null where id = ? and concluido_em is null and eventos = ?';

const IS_OPEN = 'select 1 from apagamentos where id = ? and concluido_em is null';

/** Nothing of the person is left, unless another event was erased meanwhile. Returns whether the erasure has ended. */
export async function endErasure(connection: Connection, erasure: number, now: number, events: number): Promise<boolean> {
  await connection.run(END, now, erasure, events);
  return (await connection.get(IS_OPEN, erasure)) === undefined;
}
