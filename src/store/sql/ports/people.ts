import { toAppError } from '../../../base/app-error.ts';
import { withCancellation } from '../../../base/cancellation.ts';
import type { Clock } from '../../../base/clock.ts';
import { normalizeEmail } from '../../../base/email-address.ts';
import { storableText } from '../../../base/text.ts';
import {
  type Erasure,
  MOST_LEADS_OF_PERSON,
  PERSON_PLACES,
  type People,
  type PersonFound,
  type PersonProgress,
  type PersonQuery,
} from '../../../domain/person.ts';
import { appError, notFound } from '../../../messages/messages.ts';
import type { Journal, StoreCore } from '../core.ts';
import type { ErasedKind, ErasureOrder } from '../privacy/erase-people.ts';
import { ErasedSearch, type ReturnedPerson, searchedTables } from '../privacy/find-erased.ts';
import { type FoundKind, type FoundPerson, type FoundRows, progressOf, type Received, type SoughtPerson } from '../privacy/find-people.ts';
import { type JournalEntry, lackingIn, nameOf } from '../privacy/journal.ts';
import { PERSONAL_TABLES, type PersonalTable, personalTable } from '../privacy/personal-columns.ts';
import type { SoughtContacts } from '../queries/leads-with-contacts.ts';
import { rowId, textId } from '../rows/fields.ts';
import { inSteps, parts } from './forwards.ts';

/** Rows that one step reads: about 10 µs each for a form, so that no other read waits for long. */
const ROWS_PER_READ = 500;
/** The same of rows that contain bodies of requests, which may have a megabyte each: they are all in memory at once. */
const BODIES_PER_READ = 50;
/** Rows that one transaction changes. */
const ROWS_PER_STEP = 50;

type OnProgress = (progress: PersonProgress) => void;
type OnErasing = (erasureId: string, progress: PersonProgress) => void;

export function people(core: StoreCore): People {
  return {
    findPerson: (query, onProgress) => findPerson(core, query, onProgress),
    beginErasure: async (query, reason, operator) => findErasure(core, (await begin(core, query, { ...operator, reason })).erasure),
    erasePerson: async (query, reason, operator, clock, onProgress) => {
      const { erasure, sought } = await begin(core, query, { ...operator, reason });
      await complete(core, { erasure, sought, events: [], clock, onProgress });
      return findErasure(core, erasure);
    },
    resumeErasures: (clock, onProgress) => resumeErasures(core, clock, onProgress),
    listErasures: () => core.look('listErasures'),
  };
}

async function findPerson(core: StoreCore, query: PersonQuery, onProgress?: OnProgress): Promise<PersonFound> {
  const found = await lookUp(core, query);
  const rows = await searchFor(core, found, onProgress);
  const ids = (table: string): readonly string[] => rowsOf(rows, table, 'own').map(textId);
  const count = (tables: readonly PersonalTable[], kind: FoundKind): number =>
    tables.reduce((total, { table }) => total + rowsOf(rows, table, kind).length, 0);
  const places = PERSON_PLACES.map((place) => {
    const tables = PERSONAL_TABLES.filter((each) => each.place === place);
    return { place, own: count(tables, 'own'), mentions: count(tables, 'mentions') };
  });
  return {
    leadIds: found.sought.leads.map(textId),
    eventIds: ids('eventos'),
    refusedIds: ids('requisicoes_recusadas'),
    places: places.filter(({ own, mentions }) => own + mentions > 0),
    unassigned: count(PERSONAL_TABLES, 'unassigned'),
    shared: found.shared.map(({ lead, with: other, kind }) => ({ leadId: textId(lead), with: textId(other), contact: contactOf(kind) })),
  };
}

function contactOf(kind: number): 'email' | 'phone' | 'click_id' {
  return kind === 3 ? 'email' : kind === 4 ? 'phone' : 'click_id';
}

/** The leads and contacts of a query. */
async function lookUp(core: StoreCore, query: PersonQuery): Promise<FoundPerson> {
  const { emails, phones, clickIds, leadIds, clientId } = query;
  if (emails.length + phones.length + clickIds.length + leadIds.length === 0)
    throw appError('invalid_input', (m) => m.errors.people.nobodyNamed);
  const contacts: SoughtContacts = {
    emails: emails.map(addressOf),
    phones: await Promise.all(phones.map(phoneOf)),
    clickIds: clickIds.map((clickId) => storableText(clickId.trim())).filter((clickId) => clickId !== ''),
  };
  // A mistyped client has nothing of anybody, and its erasure would be complete at once.
  if (clientId !== null && (await core.look('findClient', clientId))?.id !== clientId) throw notFound('client', clientId);
  const client = clientId === null ? null : rowId(clientId);
  const until = await core.read('lastReceived');
  const given = { named: leadIds.map(rowId), unindexed: await unindexedLeads(core, contacts, client) };
  const found = await core.read('findPeople', contacts, given, client, until);
  const missing = leadIds.find((lead) => found.missing.includes(rowId(lead)));
  if (missing !== undefined) throw appError('not_found', (m) => m.errors.people.noLead({ lead: missing }));
  const count = found.sought.leads.length;
  if (count > MOST_LEADS_OF_PERSON) throw appError('conflict', (m) => m.errors.people.tooManyLeads({ count, most: MOST_LEADS_OF_PERSON }));
  return found;
}

function addressOf(email: string): string {
  const address = normalizeEmail(email);
  if (address === null) throw appError('invalid_input', (m) => m.errors.people.noEmail);
  return address;
}

/** Loaded on demand: the library's tables of numbers would delay every start. */
async function phoneOf(phone: string): Promise<string> {
  const { normalizePhone } = await import('../../../processing/contact-values.ts');
  const { phoneKey } = normalizePhone(phone);
  if (phoneKey === null) throw appError('invalid_input', (m) => m.errors.people.noPhone);
  return phoneKey;
}

async function unindexedLeads(core: StoreCore, contacts: SoughtContacts, client: number | null): Promise<readonly number[]> {
  const leads: number[] = [];
  for await (const step of parts(0, (after) => core.read('unindexedLeads', contacts, client, after))) leads.push(...step.leads);
  return leads;
}

function rowsPerRead(table: string): number {
  const { blank } = personalTable(table);
  return 'corpo' in blank || 'corpo_conflito' in blank ? BODIES_PER_READ : ROWS_PER_READ;
}

type Found = Pick<FoundPerson, 'sought' | 'events'>;

type RowsByTable = ReadonlyMap<string, FoundRows>;

function rowsOf(rows: RowsByTable, table: string, kind: FoundKind): readonly number[] {
  return Array.from(rows.get(table) ?? []).flatMap(([row, found]) => (found === kind ? row : []));
}

async function searchFor(core: StoreCore, person: Found, onProgress?: OnProgress): Promise<RowsByTable> {
  const [rows] = await searchAll(core, [person], onProgress);
  return rows as RowsByTable;
}

/** All rows that contain one of the people, by table, for each of them: everything is read once. */
async function searchAll(
  core: StoreCore,
  people: readonly Found[],
  onProgress: OnProgress = () => undefined,
): Promise<readonly RowsByTable[]> {
  const lastRows = await core.read('rowsToScan');
  const total = Object.values(lastRows).reduce((sum, last) => sum + last, 0);
  const scanned = people.map(() => new Map<string, FoundRows>());
  const sought = people.map((person) => person.sought);
  let doneBefore = 0;
  for (const { table } of PERSONAL_TABLES) {
    const found = await scanTable(core, table, sought, (done) => onProgress({ done: Math.min(doneBefore + done, total), total }));
    doneBefore += lastRows[table] ?? 0;
    onProgress({ done: doneBefore, total });
    for (const [at, rows] of found.entries()) scanned[at]?.set(table, rows);
  }
  return Promise.all(people.map((person, at) => withOwnRows(core, person, scanned[at] as RowsByTable)));
}

/** With the rows that belong to the person's leads and events. */
async function withOwnRows(core: StoreCore, { sought, events }: Found, scanned: RowsByTable): Promise<RowsByTable> {
  const rows = new Map<string, FoundRows>();
  const allEvents = [...new Set([...events, ...rowsOf(scanned, 'eventos', 'own')])];
  for (const [table, found] of scanned) {
    const own = (await core.read('ownRowsOf', table, sought.leads, allEvents)).map((row) => [row, 'own'] as const);
    // Own rows come first, and are own whatever the search says of them.
    rows.set(table, new Map([...own, ...found, ...own]));
  }
  return rows;
}

async function scanTable(
  core: StoreCore,
  table: string,
  people: readonly SoughtPerson[],
  onRead: (upTo: number) => void,
): Promise<readonly FoundRows[]> {
  const all = people.map(() => new Map<number, FoundKind>());
  for await (const { found, next } of parts(0, (after) => core.read('scanRows', table, people, after, rowsPerRead(table)))) {
    for (const [at, rows] of found.entries()) for (const [row, kind] of rows) all[at]?.set(row, kind);
    if (next !== null) onRead(progressOf(next));
  }
  return all;
}

/** From here on, the person does not come back, even if nothing is stored about them: searching everything would take minutes. */
async function begin(core: StoreCore, query: PersonQuery, order: ErasureOrder): Promise<{ erasure: number; sought: SoughtPerson }> {
  const { sought, contacts } = await lookUp(core, query);
  const begun = await core.write('beginErasure', sought, contacts, order);
  await keepInJournal(core, begun.erasure);
  return begun;
}

async function findErasure(core: StoreCore, erasure: number): Promise<Erasure> {
  const erasures = await core.look('listErasures');
  return erasures.find(({ id }) => id === textId(erasure)) as Erasure;
}

async function eraseRows(core: StoreCore, erasure: number, table: string, rows: readonly number[], kind: ErasedKind): Promise<void> {
  await inSteps(rows, ROWS_PER_STEP, (step) => core.write('eraseRows', erasure, table, step, kind));
}

interface Completion extends Found {
  readonly erasure: number;
  readonly clock: Clock;
  /** Where the fingerprints are kept. Default: the journal of this database. */
  readonly journal?: Journal;
  readonly onProgress?: OnProgress | undefined;
  /** What was found already. Default: it is searched. */
  readonly rows?: RowsByTable;
}

/** Can be repeated: what is blank already stays as it is. Leaves the erasure open if a long read of another process is in the way. */
async function complete(core: StoreCore, completion: Completion): Promise<void> {
  const { erasure, sought, events, clock, journal = core.journal, onProgress, rows } = completion;
  if (isSomebody(sought, events)) {
    const isClean = await eraseEverywhere(
      core,
      erasure,
      sought,
      rows ?? (await searchFor(core, await withEventsOfLeads(core, { sought, events }), onProgress)),
    );
    await keepInJournal(core, erasure, journal);
    if (!isClean) return;
    await core.write('forgetSought', erasure);
  }
  let hasEnded = false;
  while (!hasEnded) {
    const events = await core.look('erasedEvents', erasure);
    if (!(await removeTraces(core))) return;
    hasEnded = await core.write('endErasure', erasure, clock(), events);
  }
}

function isSomebody({ emails, phones, texts, leads }: SoughtPerson, events: readonly number[]): boolean {
  return emails.length + phones.length + texts.length + leads.length + events.length > 0;
}

async function withEventsOfLeads(core: StoreCore, { sought, events }: Found): Promise<Found> {
  return { sought, events: [...events, ...(await core.read('eventsOfLeads', sought.leads))] };
}

/** Returns false if traces could not be removed. */
async function eraseEverywhere(core: StoreCore, erasure: number, sought: SoughtPerson, rows: RowsByTable): Promise<boolean> {
  for (const { table } of PERSONAL_TABLES) {
    for (const kind of ['own', 'mentions'] as const) await eraseRows(core, erasure, table, rowsOf(rows, table, kind), kind);
  }
  if (!(await removeTraces(core))) return false;
  return await core.leftovers.removeOf(sought, async () => sought.client !== null || (await isKeptByOthers(core, sought)));
}

/** Returns false if another process was in the way. */
async function removeTraces(core: StoreCore): Promise<boolean> {
  try {
    return (await core.leftovers.cleanIndex()) && (await core.leftovers.remove());
  } catch (error) {
    if (toAppError(error).code === 'store_busy') return false;
    throw error;
  }
}

/**
 * Whether rows contain what looks like the person and is not, such as a longer address, or the address of an agency's user. Other clients may
 * keep the person.
 */
async function isKeptByOthers(core: StoreCore, sought: SoughtPerson): Promise<boolean> {
  if (await core.look('isUser', sought)) return true;
  return isAnywhere(core, { ...sought, anywhere: true });
}

/** Whether any row contains the person. Small tables come first, and the first row is enough. */
async function isAnywhere(core: StoreCore, sought: SoughtPerson): Promise<boolean> {
  const lastRows = await core.read('rowsToScan');
  const tables = PERSONAL_TABLES.map(({ table }) => table).toSorted((a, b) => (lastRows[a] ?? 0) - (lastRows[b] ?? 0));
  for (const table of tables) {
    for await (const { found } of parts(0, (after) => core.read('scanRows', table, [sought], after, rowsPerRead(table)))) {
      if (found.some(({ size }) => size > 0)) return true;
    }
  }
  return false;
}

export interface RepeatOptions {
  /** Stops between two steps; the database is of no use then. */
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/**
 * Repeats in a restored database the erasures that it does not know.
 *
 * @param core a database that no other process uses
 * @param journal of the database that is replaced
 * @returns how many
 * @throws the signal's abort reason
 */
export async function repeatErasures(core: StoreCore, journal: Journal, { signal, onProgress }: RepeatOptions): Promise<number> {
  const known = new Set((await core.look('journalEntries', null)).map(nameOf));
  const unknown = journal.read().filter((entry) => !known.has(nameOf(entry)));
  if (unknown.length > 0) await withCancellation(signal, () => repeatAll(core, unknown, journal, onProgress));
  return unknown.length;
}

/** Reads everything twice, however many they are: for what their fingerprints recognize, and for what identifies them by that. */
async function repeatAll(core: StoreCore, entries: readonly JournalEntry[], journal: Journal, onProgress: OnProgress = () => undefined) {
  const lastRows = await core.read('rowsToScan');
  const half = Object.values(lastRows).reduce((sum, last) => sum + last, 0);
  const search = new ErasedSearch(entries);
  let doneBefore = 0;
  for (const table of searchedTables()) {
    for await (const { rows, next } of parts(0, (after) => core.read('erasedCandidates', table, after, rowsPerRead(table)))) {
      search.look(table, rows);
      onProgress({ done: Math.min(doneBefore + progressOf(next ?? 0), half), total: 2 * half });
    }
    doneBefore += lastRows[table] ?? 0;
  }
  const returned = search.found();
  const until = await core.read('lastReceived');
  const people = await Promise.all(returned.map((person) => soughtOf(core, person, until)));
  const found = await searchAll(core, people, ({ done }) => onProgress({ done: half + done, total: 2 * half }));
  for (const [at, person] of returned.entries())
    await repeatErasure(core, person, { found: people[at] as Found, rows: found[at] as RowsByTable, journal });
}

async function soughtOf(core: StoreCore, { entry, leads, events, contacts }: ReturnedPerson, until: Received): Promise<Found> {
  const texts = [...contacts.clickIds, ...(await core.look('tellingIdentities', leads, events))];
  const sought = { emails: contacts.emails, phones: contacts.phones, texts, leads, client: entry.cliente_id, until };
  return withEventsOfLeads(core, { sought, events });
}

async function repeatErasure(
  core: StoreCore,
  { entry, contacts, refused }: ReturnedPerson,
  { found, rows, journal }: { readonly found: Found; readonly rows: RowsByTable; readonly journal: Journal },
): Promise<void> {
  const order = { name: 'restore', now: entry.em, reason: 'restore' };
  const before = { key: Buffer.from(entry.chave, 'hex'), prints: entry.impressoes.map((print) => Buffer.from(print, 'hex')) };
  const { erasure } = await core.write('beginErasure', found.sought, contacts, order, before);
  await eraseRows(core, erasure, 'requisicoes_recusadas', refused, 'own');
  await complete(core, { ...found, erasure, clock: () => entry.em, journal, rows });
}

async function keepInJournal(core: StoreCore, erasure: number, journal = core.journal): Promise<void> {
  journal.append(await core.look('journalEntries', erasure));
}

/** `People.resumeErasures` */
async function resumeErasures(core: StoreCore, clock: Clock, onProgress?: OnErasing): Promise<number> {
  await completeJournal(core);
  const open = await core.look('openErasures');
  const failures: unknown[] = [];
  for (const { id, sought } of open) {
    const onRead = (progress: PersonProgress): void => onProgress?.(textId(id), progress);
    await complete(core, { erasure: id, sought, events: [], clock, onProgress: onRead }).catch((error: unknown) => failures.push(error));
  }
  // One that fails must not keep the others from their end.
  if (failures.length > 0) throw failures[0];
  return open.length;
}

/** Adds what the journal lacks: it was moved or deleted, or a disk was full. */
async function completeJournal(core: StoreCore): Promise<void> {
  core.journal.append(lackingIn(core.journal, await core.look('journalEntries', null)));
}
