import { toAppError } from '../../../base/app-error.ts';
import { normalizeEmail } from '../../../base/email-address.ts';
import {
  type Erasure,
  MOST_LEADS_OF_PERSON,
  PERSON_PLACES,
  type People,
  type PersonFound,
  type PersonProgress,
  type PersonQuery,
} from '../../../domain/person.ts';
import { appError } from '../../../messages/messages.ts';
import type { ErasureOrder } from '../privacy/erase-people.ts';
import { type FoundPerson, progressOf, type SoughtContacts, type SoughtPerson } from '../privacy/find-people.ts';
import { appendToJournal, type JournalEntry, nameOf, readJournal } from '../privacy/journal.ts';
import { PERSONAL_TABLES } from '../privacy/personal-columns.ts';
import { rowId, textId } from '../rows/fields.ts';
import { removeIndex } from '../search/index-file.ts';
import { cleanIndex } from './clean-index.ts';
import { SqliteCore } from './core.ts';
import { inSteps } from './forwards.ts';

/** Rows that one step reads: about 10 µs each for a form, so that no other read waits for long. */
const ROWS_PER_READ = 500;
/** Rows that one transaction changes. */
const ROWS_PER_STEP = 50;

type OnProgress = (progress: PersonProgress) => void;

export function people(core: SqliteCore): People {
  return {
    findPerson: (query, onProgress) => findPerson(core, query, onProgress),
    erasePerson: (query, reason, operator, onProgress) => erasePerson(core, query, { ...operator, reason }, onProgress),
    resumeErasures: (now) => resumeErasures(core, now),
    listErasures: () => core.look('listErasures'),
  };
}

async function findPerson(core: SqliteCore, query: PersonQuery, onProgress?: OnProgress): Promise<PersonFound> {
  const found = await lookUp(core, query);
  const rows = await searchAll(core, found, onProgress);
  const ids = (table: string): readonly string[] => (rows.get(table)?.own ?? []).map(textId);
  const places = PERSON_PLACES.map((place) => {
    const tables = PERSONAL_TABLES.filter((each) => each.place === place).map(({ table }) => rows.get(table));
    const sum = (kind: 'own' | 'mentions'): number => tables.reduce((total, each) => total + (each?.[kind].length ?? 0), 0);
    return { place, own: sum('own'), mentions: sum('mentions') };
  });
  return {
    leadIds: found.sought.leads.map(textId),
    eventIds: ids('eventos'),
    refusedIds: ids('requisicoes_recusadas'),
    places: places.filter(({ own, mentions }) => own + mentions > 0),
    shared: found.shared.map(({ lead, with: other, kind }) => ({ leadId: textId(lead), with: textId(other), contact: contactOf(kind) })),
  };
}

function contactOf(kind: number): 'email' | 'phone' | 'click_id' {
  return kind === 3 ? 'email' : kind === 4 ? 'phone' : 'click_id';
}

/** The leads and contacts of a query. */
async function lookUp(core: SqliteCore, query: PersonQuery): Promise<FoundPerson> {
  const { emails, phones, clickIds, leadIds, clientId } = query;
  if (emails.length + phones.length + clickIds.length + leadIds.length === 0)
    throw appError('invalid_input', (m) => m.errors.people.nobodyNamed);
  const contacts: SoughtContacts = {
    emails: emails.map(addressOf),
    phones: await Promise.all(phones.map(phoneOf)),
    clickIds: clickIds.map((clickId) => clickId.trim()).filter((clickId) => clickId !== ''),
  };
  const client = clientId === null ? null : rowId(clientId);
  const found = await core.reader.read('findPeople', contacts, leadIds.map(rowId), client);
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

interface FoundRows {
  readonly own: readonly number[];
  readonly mentions: readonly number[];
}

/** All rows that contain the person, by table. */
async function searchAll(
  core: SqliteCore,
  { sought, events }: Pick<FoundPerson, 'sought' | 'events'>,
  onProgress: OnProgress = () => undefined,
): Promise<ReadonlyMap<string, FoundRows>> {
  const lastRows = await core.reader.read('rowsToScan');
  const total = Object.values(lastRows).reduce((sum, last) => sum + last, 0);
  const rows = new Map<string, FoundRows>();
  let doneBefore = 0;
  for (const { table } of PERSONAL_TABLES) {
    const scanned = await scanTable(core, table, sought, (done) => onProgress({ done: Math.min(doneBefore + done, total), total }));
    doneBefore += lastRows[table] ?? 0;
    onProgress({ done: doneBefore, total });
    rows.set(table, scanned);
  }
  const allEvents = [...new Set([...events, ...(rows.get('eventos')?.own ?? [])])];
  for (const { table } of PERSONAL_TABLES) {
    const owned = await core.reader.read('ownRows', table, sought.leads, allEvents);
    const scanned = rows.get(table) as FoundRows;
    const own = [...new Set([...owned, ...scanned.own])];
    rows.set(table, { own, mentions: scanned.mentions.filter((row) => !own.includes(row)) });
  }
  return rows;
}

async function scanTable(core: SqliteCore, table: string, sought: SoughtPerson, onRead: (upTo: number) => void): Promise<FoundRows> {
  const own = new Set<number>();
  const mentions = new Set<number>();
  let next: number | null = 0;
  while (next !== null) {
    const step: Awaited<ReturnType<typeof readStep>> = await readStep(core, table, sought, next);
    for (const row of step.own) own.add(row);
    for (const row of step.mentions) mentions.add(row);
    next = step.next;
    if (next !== null) onRead(progressOf(next));
  }
  return { own: [...own], mentions: [...mentions] };
}

function readStep(core: SqliteCore, table: string, sought: SoughtPerson, after: number) {
  return core.reader.read('scanRows', table, sought, after, ROWS_PER_READ);
}

async function erasePerson(core: SqliteCore, query: PersonQuery, order: ErasureOrder, onProgress?: OnProgress): Promise<Erasure> {
  const found = await lookUp(core, query);
  if (found.sought.leads.length === 0) await requireAnything(core, found);
  const erasure = await core.writer.write('beginErasure', found.sought, found.contacts, order);
  await keepInJournal(core, erasure);
  await complete(core, erasure, found, order.now, { onProgress });
  const erasures = await core.look('listErasures');
  return erasures.find(({ id }) => id === textId(erasure)) as Erasure;
}

async function requireAnything(core: SqliteCore, found: FoundPerson): Promise<void> {
  const rows = await searchAll(core, found);
  const isEmpty = [...rows.values()].every(({ own, mentions }) => own.length + mentions.length === 0);
  if (isEmpty) throw appError('not_found', (m) => m.errors.people.nothingStored);
}

async function eraseOwn(core: SqliteCore, erasure: number, table: string, rows: readonly number[]): Promise<void> {
  await inSteps(rows, ROWS_PER_STEP, (step) => core.writer.write('eraseRows', erasure, table, step, 'own'));
}

/** Can be repeated: what is blank already stays as it is. Leaves the erasure open if a long read of another process is in the way. */
async function complete(
  core: SqliteCore,
  erasure: number,
  { sought, events }: Pick<FoundPerson, 'sought' | 'events'>,
  now: number,
  { journalOf = core.path, onProgress }: { readonly journalOf?: string; readonly onProgress?: OnProgress | undefined } = {},
): Promise<void> {
  if (isSomebody(sought, events)) {
    const isClean = await eraseEverywhere(core, erasure, { sought, events }, onProgress);
    await keepInJournal(core, erasure, journalOf);
    if (!isClean) return;
    await core.writer.write('forgetSought', erasure);
  }
  let hasEnded = false;
  while (!hasEnded) {
    const events = await core.look('erasedEvents', erasure);
    if (!(await removeTraces(core))) return;
    hasEnded = await core.writer.write('endErasure', erasure, now, events);
  }
}

function isSomebody({ emails, phones, texts, leads }: SoughtPerson, events: readonly number[]): boolean {
  return emails.length + phones.length + texts.length + leads.length + events.length > 0;
}

/** Returns false if traces could not be removed. */
async function eraseEverywhere(
  core: SqliteCore,
  erasure: number,
  { sought, events }: Pick<FoundPerson, 'sought' | 'events'>,
  onProgress?: OnProgress,
): Promise<boolean> {
  const ofLeads = await core.reader.read('eventsOfLeads', sought.leads);
  const rows = await searchAll(core, { sought, events: [...events, ...ofLeads] }, onProgress);
  for (const { table } of PERSONAL_TABLES) {
    const { own, mentions } = rows.get(table) as FoundRows;
    await eraseOwn(core, erasure, table, own);
    await inSteps(mentions, ROWS_PER_STEP, (step) => core.writer.write('eraseRows', erasure, table, step, 'mentions'));
  }
  if (!(await removeTraces(core))) return false;
  if (await core.indexer.read('indexHolds', sought)) removeIndex(core.path);
  // Other clients may keep the person.
  if (sought.client !== null || !(await core.indexer.read('hasGaps', sought)) || (await isKeptByOthers(core, sought))) return true;
  return await core.indexer.read('rewriteDatabase');
}

/** Returns false if another process was in the way. */
async function removeTraces(core: SqliteCore): Promise<boolean> {
  try {
    return (await cleanIndex(core)) && (await core.indexer.read('removeTraces'));
  } catch (error) {
    if (toAppError(error).code === 'store_busy') return false;
    throw error;
  }
}

/** Whether rows contain what looks like the person and is not, such as a longer address, or the address of an agency's user. */
async function isKeptByOthers(core: SqliteCore, sought: SoughtPerson): Promise<boolean> {
  if (await core.look('isUser', sought)) return true;
  const rows = await searchAll(core, { sought: { ...sought, anywhere: true }, events: [] });
  return [...rows.values()].some(({ own, mentions }) => own.length + mentions.length > 0);
}

/**
 * Repeats in a restored database the erasures that it does not know.
 *
 * @param database a file that no other process uses
 * @param journalOf the database whose journal is read
 * @returns how many
 */
export async function repeatErasures(database: string, journalOf: string, now: number): Promise<number> {
  const entries = readJournal(journalOf);
  if (entries.length === 0) return 0;
  const core = new SqliteCore(database, now, { create: false });
  try {
    const known = new Set((await core.look('journalEntries', null)).map(nameOf));
    const unknown = entries.filter((entry) => !known.has(nameOf(entry)));
    for (const entry of unknown) await repeatErasure(core, entry, journalOf);
    return unknown.length;
  } finally {
    await core.close();
  }
}

async function repeatErasure(core: SqliteCore, entry: JournalEntry, journalOf: string): Promise<void> {
  const { leads, events, refused, contacts } = await core.look('findErasedPerson', entry);
  const order = { name: 'restore', now: entry.em, reason: 'restore' };
  const identities = await core.look('tellingIdentities', leads, events);
  const texts = [...contacts.clickIds, ...identities];
  const sought = { emails: contacts.emails, phones: contacts.phones, texts, leads, client: entry.cliente_id };
  const prints = entry.impressoes.map((print) => Buffer.from(print, 'hex'));
  const before = { key: Buffer.from(entry.chave, 'hex'), prints };
  const erasure = await core.writer.write('beginErasure', sought, contacts, order, before);
  await eraseOwn(core, erasure, 'requisicoes_recusadas', refused);
  await complete(core, erasure, { sought, events }, entry.em, { journalOf });
}

async function keepInJournal(core: SqliteCore, erasure: number, journalOf = core.path): Promise<void> {
  appendToJournal(journalOf, await core.look('journalEntries', erasure));
}

/** `People.resumeErasures` */
async function resumeErasures(core: SqliteCore, now: number): Promise<number> {
  await completeJournal(core);
  const open = await core.look('openErasures');
  const failures: unknown[] = [];
  for (const { id, sought } of open) {
    await complete(core, id, { sought, events: [] }, now).catch((error: unknown) => failures.push(error));
  }
  // One that fails must not keep the others from their end.
  if (failures.length > 0) throw failures[0];
  return open.length;
}

/** Adds what the journal lacks: it was moved or deleted, or a disk was full. */
async function completeJournal(core: SqliteCore): Promise<void> {
  const known = new Map(readJournal(core.path).map((entry) => [nameOf(entry), new Set(entry.impressoes)]));
  const entries = await core.look('journalEntries', null);
  const lacking = entries.filter((entry) => entry.impressoes.some((print) => known.get(nameOf(entry))?.has(print) !== true));
  appendToJournal(core.path, lacking);
}
