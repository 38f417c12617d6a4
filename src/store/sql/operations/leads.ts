import { isDeepStrictEqual } from 'node:util';
import { searchClick } from '../../../domain/attribution.ts';
import { type Fault, faultParams } from '../../../domain/fault.ts';
import { fillLeadFields, type Lead, type LeadFields, mergeLeadFields, refillLeadFields } from '../../../domain/lead.ts';
import { clickIdentity } from '../../../domain/lead-id.ts';
import { Origin } from '../../../domain/origin.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { findInOrder, flatMapInOrder, mapInOrder, someInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, contactKey, contactKeys } from '../keys/contact-keys.ts';
import { eventsIdentified, MAY_BE_LEADS } from '../keys/event-keys.ts';
import { LEAD_KEYS, leadsWithIdentity } from '../keys/lead-keys.ts';
import { anybodyErased, erasedAmong, type LeadIdentity, leadText } from '../privacy/erased-people.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { oneOrNull, rowId, textId } from '../rows/fields.ts';
import { changedFields, toChangesText, withoutChanged } from '../rows/lead-change-rows.ts';
import {
  fromStoredFields,
  LEAD_FIELD_COLUMNS,
  leadFieldValues,
  type StoredFields,
  type StoredIntent,
  toLead,
  toStoredFields,
} from '../rows/lead-rows.ts';
import type { LeadWork } from './client-choices.ts';
import { inheritWithdrawals, recordConsents } from './consents.ts';
import { conversionsFindPlatform } from './conversion-jobs.ts';
import {
  type AppliedLead,
  addConversion,
  addFirstConversions,
  type ConvertedLead,
  consentsOf,
  conversionOf,
  createLeads,
  type EventIntent,
} from './create-leads.ts';
import { eventsOfCampaign } from './event-ends.ts';
import { leadsOfPerson } from './leads-of-person.ts';
import type { EventOfBatch } from './unknown-people.ts';

const UPDATE_LEAD = `
update lead_linhas
set usuario_id = ?, campanha_id = ?, search_click_id_visto_em = ?, social_click_id_visto_em = ?, atualizado_em = ?, ${LEAD_FIELD_COLUMNS.map((column) => `${column} = ?`).join(', ')}
where id = ?`;

const IDENTITY = 'select origem as origin, identidade as identity, cliente_limite as "limit" from lead_linhas where id = ?';

const IS_EVENT_OF_LEAD = 'select 1 from evento_fins where evento_id = ? and lead_id = ?';

const leadToChange = oneOrNull('select * from lead_linhas where id = ? /*! for update */', toLead);

/**
 * Finds the lead of an event: by identity, then in the order of contract 4: click id first, then e-mail or phone (`gbraid` and `wbraid` are
 * excluded: many clicks share one). Newest first: an update belongs to the person's latest submission. Tests never match real leads.
 *
 * `likely(?)`: compared with a bare parameter, SQLite 3.54 plans the statement again at every run (whereLoopOutputAdjust reads the bound
 * value), 8 µs each instead of 1. Selects only ids: all columns cost several µs even without a row.
 */
const findBy = (column: string): string => `
select max(l.id) as newest, max(iif(l.email_normalizado = ? or l.telefone_chave = ?, l.id, null)) as "ofPerson",
  max(iif(l.email_normalizado is null and l.telefone_chave is null, 0, 1)) as "someAreKnown"
from json_each(?) found cross join lead_linhas l on l.id = found.value
where l.cliente_id = likely(?) and l.${column} = likely(?) and l.teste = likely(?)`;

const FIND_BY_CONTACT = CONTACT_FIELDS.map(({ column }) => findBy(column));

/** The leads with a click id, e-mail address or phone number. */
interface FoundByContact {
  readonly newest: number | null;
  /** The newest that shares an e-mail address or phone number with the event. */
  readonly ofPerson: number | null;
  /** 1 if any of them has an e-mail address or phone number. */
  readonly someAreKnown: 0 | 1 | null;
}

const INSERT_CHANGE = 'insert into lead_mudancas (lead_id, evento_id, em, mudancas) values (?, ?, ?, ?)';

/** The event that created the lead may have come after an update that waited for it. */
const LATER_CHANGES = 'select mudancas from lead_mudancas where lead_id = ? and evento_id > ? and evento_id <> ?';

const OTHER_CLIENT: Fault = {
  code: 'lead_of_other_client',
  params: faultParams(['leadOfOtherClient', { again: 'queue retry' }]),
};

/** An event whose lead may still be created looks for it again. */
export interface LookAgain {
  readonly fault: Fault;
  readonly afterMs: number;
}

/** The lead's event is stored but waits, for example for its answers; platforms report a lead and its results in any order. */
const LEAD_ON_ITS_WAY: LookAgain = {
  fault: { code: 'lead_on_its_way', params: faultParams(['leadOnItsWay']) },
  afterMs: 180_000,
};

/** Jobs of several groups are processed in rotation, so an event can come before the one that creates its lead. */
export const EARLIER_EVENTS_WAITING: LookAgain = {
  fault: { code: 'earlier_events_waiting', params: faultParams(['earlierEventsWait']) },
  afterMs: 1_000,
};

/** A person may submit again after the same click, so only one submission is that of the imported lead. */
const IS_SAME_SUBMISSION = `
select 1 from lead_linhas l where l.id = ? and l.teste = 0 and (l.email_normalizado = ? or l.telefone_chave = ?) and not exists (
  select 1 from evento_fins f join eventos e on e.id = f.evento_id
  where f.lead_id = l.id and f.criou = 0 and f.evento_id <> ? and e.especie = '${EVENT_KIND_WORDS.lead}')`;

/** An event that waits for a lead itself creates another one than that of its own id; and two that name each other would wait for good. */
const IS_ON_ITS_WAY = `
select 1 from webhook_eventos e
where e.id = ? and e.id <> ? and e.status = '${EventStatus.received}' and ifnull(e.cliente_limite, ?) = ?
  and not exists (select 1 from fila_vivos j where j.id = e.id and j.erro_codigo = '${LEAD_ON_ITS_WAY.fault.code}')`;

/** No client has this id. */
const NO_CLIENT = 0;

/** Creates the leads of a run of new people, with their conversions. Returns them by event id. */
export async function makeNewLeads(work: LeadWork, run: readonly EventIntent[]): Promise<ReadonlyMap<string, AppliedLead>> {
  const leads = await createLeads(work, run);
  const made = await mapInOrder(run, async ({ intent, eventId }, index) => ({
    lead: leads[index] as ConvertedLead,
    conversion: await conversionOf(work, intent, intent),
    eventId,
  }));
  await addFirstConversions(work, made);
  return new Map(made.map(({ lead, eventId }) => [eventId, lead]));
}

/**
 * Creates, finds or updates the lead of an intent and registers its conversion. Returns the lead, or why there is none, or that the event has
 * to look for it again.
 */
export async function applyIntent(work: LeadWork, asked: EventOfBatch): Promise<AppliedLead | Fault | LookAgain> {
  const { connection, now } = work;
  const { eventId } = asked;
  const named = await findNamed(connection, asked);
  const intent = ofItsLead(asked.intent, named);
  const isForeign = named !== undefined && named.clientId !== intent.clientId && !(await isEventOf(connection, eventId, named));
  if ((isForeign || (named === undefined && intent.match.namesLead === true)) && (await isOnItsWay(connection, asked, isForeign))) {
    // Its other leads need not wait.
    if (intent.onMatch === 'withdraw') await recordForPerson(connection, asked, [], now);
    return LEAD_ON_ITS_WAY;
  }
  if (isForeign) return OTHER_CLIENT;
  const found = named ?? (await findUnnamed(connection, asked));
  if (found === undefined && intent.match.byContact && (await asked.isEarly())) return EARLIER_EVENTS_WAITING;
  if (found === undefined && intent.ifMissing !== 'create') return intent.ifMissing;
  const conversion = await conversionOf(work, intent, found ?? intent);
  if (found === undefined) {
    const [lead] = (await createLeads(work, [asked])) as [ConvertedLead];
    await inheritWithdrawals(connection, lead, intent.fields, now);
    await addFirstConversions(work, [{ lead, conversion, eventId }]);
    return lead;
  }
  const lead = await updateLead(work, found, { intent, eventId });
  await addConversion(work, { lead, conversion, eventId }, intent.fields);
  return lead;
}

/** A lead stays with its client and user if its campaign goes to another client, and so does what happens to it afterwards. */
function ofItsLead(intent: StoredIntent, named: Lead | undefined): StoredIntent {
  const isOfItsCampaign =
    intent.match.byContact && named !== undefined && intent.campaignId !== null && named.campaignId === intent.campaignId;
  return isOfItsCampaign ? { ...intent, clientId: named.clientId, userId: named.userId } : intent;
}

/**
 * Whether a stored event can still create the lead that an event names.
 *
 * @param isForeign true if a lead of another client has the identity: only one received with a secret of this client can still match
 */
async function isOnItsWay(connection: Connection, { intent, eventId }: EventIntent, isForeign: boolean): Promise<boolean> {
  const client = rowId(intent.clientId);
  const withoutLimit = isForeign ? NO_CLIENT : client;
  const { origin, identity } = intent;
  const events = await flatMapInOrder(MAY_BE_LEADS, async (kind) => await eventsIdentified(connection, origin, { identity, kind }));
  return await someInOrder(
    events,
    async (id) => (await connection.get(IS_ON_ITS_WAY, id, rowId(eventId), withoutLimit, client)) !== undefined,
  );
}

/** An event that created or changed the lead still belongs to it, even if the campaign has been moved to another client since. */
async function isEventOf(connection: Connection, eventId: string, lead: Pick<Lead, 'id' | 'eventId'>): Promise<boolean> {
  return lead.eventId === eventId || (await connection.get(IS_EVENT_OF_LEAD, rowId(eventId), rowId(lead.id))) !== undefined;
}

/** The lead with the identity of the event's lead. */
async function findNamed(connection: Connection, asked: EventIntent): Promise<Lead | undefined> {
  const lead = await readLead(connection, await findByIdentity(connection, asked));
  return lead === undefined || (await isOfSomebodyElse(connection, asked, lead)) ? undefined : lead;
}

/** A lead of the client that is that of the event, although it has another identity. */
async function findUnnamed(connection: Connection, asked: EventIntent): Promise<Lead | undefined> {
  const { intent } = asked;
  return await readLead(connection, await (intent.match.byContact ? findByContact(connection, intent) : joinImported(connection, asked)));
}

async function readLead(connection: Connection, id: number | null): Promise<Lead | undefined> {
  return id === null ? undefined : ((await leadToChange(connection, id)) as Lead);
}

/**
 * Whether the lead has the same number by chance: two pages of a client, only one of which has a secret limited to it, count independently, and the
 * two people share no contact.
 */
async function isOfSomebodyElse(connection: Connection, { intent, eventId }: EventIntent, lead: Lead): Promise<boolean> {
  if (intent.match.byContact || lead.limitedTo === intent.limitedTo) return false;
  const known = contactsOf(lead);
  const sent = contactsOf(intent.fields);
  const sharesNone = known.length > 0 && sent.length > 0 && !sent.some((contact) => known.includes(contact));
  return sharesNone && !(await isEventOf(connection, eventId, lead));
}

function contactsOf({ emailNormalized, phoneKey }: Pick<LeadFields, 'emailNormalized' | 'phoneKey'>): readonly string[] {
  return [emailNormalized, phoneKey].filter((contact) => contact !== null);
}

/**
 * The lead that the event created or changed, whatever client it has now; otherwise the client's own lead with that identity, first the one
 * that came under the same limit. Otherwise the lead of another client, which indicates a wrong link, unless the ids of either sender are
 * limited to its client: such ids are independent of each other.
 */
async function findByIdentity(connection: Connection, { intent, eventId }: EventIntent): Promise<number | null> {
  const { origin, identity, clientId, limitedTo } = intent;
  const rows = await leadsWithIdentity(connection, origin, identity);
  const ofClient = rows.filter((row) => row.cliente_id === rowId(clientId));
  const limit = limitedTo === null ? null : rowId(limitedTo);
  const own =
    (await findInOrder(
      rows,
      async (row) => await isEventOf(connection, eventId, { id: textId(row.id), eventId: textId(row.evento_id) }),
    )) ??
    ofClient.find((row) => row.cliente_limite === limit) ??
    ofClient[0];
  const other = limitedTo === null ? rows.find((row) => row.cliente_limite === null) : undefined;
  return (own ?? other)?.id ?? null;
}

/** The lead that was imported from Google's file without its lead id, before the webhook delivered it. From then on, the id finds it too. */
async function joinImported(connection: Connection, { intent, eventId }: EventIntent): Promise<number | null> {
  const { origin, clientId, fields } = intent;
  if (origin !== Origin.searchAds || fields.searchClickId === null || fields.isTest) return null;
  const rows = await leadsWithIdentity(connection, origin, `evento:${clickIdentity(fields.searchClickId)}`);
  const row = rows.find((one) => one.cliente_id === rowId(clientId));
  if (row === undefined) return null;
  const marks = [row.id, fields.emailNormalized, fields.phoneKey, rowId(eventId)];
  if ((await connection.get(IS_SAME_SUBMISSION, ...marks)) === undefined) return null;
  await connection.keys(LEAD_KEYS).add(intent.identityKey, row.id);
  return row.id;
}

/** People who forward a link share its click id: it counts less than a contact of the event, unless nobody known has it. */
async function findByContact(connection: Connection, { clientId, fields, contactKeys: keys }: StoredIntent): Promise<number | null> {
  // Almost always nobody has any of them, and one query shows it.
  if ((await connection.keys(CONTACT_KEYS).taken(keys)).length === 0) return null;
  const client = rowId(clientId);
  const { emailNormalized, phoneKey } = fields;
  const isTest = fields.isTest ? 1 : 0;
  let stranger: number | null = null;
  for (const [index, { field, kind }] of CONTACT_FIELDS.entries()) {
    const value = fields[field];
    if (value === null) continue;
    const ids = JSON.stringify(await connection.keys(CONTACT_KEYS).find(contactKey(client, kind, value)));
    const asked = [emailNormalized, phoneKey, ids, client, value, isTest];
    const found = (await connection.get(FIND_BY_CONTACT[index] as string, ...asked)) as FoundByContact;
    const id = found.ofPerson ?? found.newest;
    if (id === null || (await isBeingErased(connection, id, client))) continue;
    if (found.ofPerson !== null || found.someAreKnown === 0 || contactsOf(fields).length === 0) return id;
    stranger ??= id;
  }
  return stranger;
}

/** Whether an erasure that has begun will blank the lead. Events from before it get no lead at all; a later one is a new request. */
async function isBeingErased(connection: Connection, lead: number, client: number): Promise<boolean> {
  if (!(await anybodyErased(connection))) return false;
  const identity = leadText((await connection.get<LeadIdentity>(IDENTITY, lead)) as LeadIdentity);
  return (await erasedAmong(connection, [identity]))(identity, client) !== undefined;
}

/** Indexes a lead by its current contacts and removes the previous ones. */
async function indexContacts(connection: Connection, leadRow: number, before: readonly number[], after: readonly number[]): Promise<void> {
  for (const key of before) if (!after.includes(key)) await connection.keys(CONTACT_KEYS).remove(key, leadRow);
  for (const key of after) if (!before.includes(key)) await connection.keys(CONTACT_KEYS).add(key, leadRow);
}

/** A test event never changes a real lead, and vice versa. */
async function updateLead(work: LeadWork, found: Lead, { intent, eventId }: EventIntent): Promise<ConvertedLead> {
  const { connection, now } = work;
  if (found.isTest !== intent.fields.isTest || found.clientId !== intent.clientId) return found;
  if (intent.onMatch === 'withdraw') {
    await recordForPerson(connection, { intent, eventId }, [found], now);
    return found;
  }
  await recordConsents(connection, rowId(found.id), consentsOf({ intent, eventId }), now);
  // A later action of the person is not a submission: an update or a conversion has its own time.
  const carried = { ...fromStoredFields(intent.fields), ...(intent.match.byContact ? { submittedAt: null } : {}) };
  const fields = intent.onMatch === 'merge' ? await mergeInOrder(connection, found, carried, eventId) : fillLeadFields(found, carried);
  const owners = { userId: found.userId ?? intent.userId, campaignId: found.campaignId ?? intent.campaignId };
  return await changeLead(work, found, { fields, owners, eventId, clickedBy: intent.clickedBy });
}

/** An update that failed or waited replaces only what no later event has changed; of that, it adds what the lead lacks. */
async function mergeInOrder(connection: Connection, found: Lead, carried: LeadFields, eventId: string): Promise<LeadFields> {
  const later = await connection.all<{ readonly mudancas: string }>(LATER_CHANGES, rowId(found.id), rowId(eventId), rowId(found.eventId));
  if (later.length === 0) return mergeLeadFields(found, carried);
  const texts = later.map(({ mudancas }) => mudancas);
  return mergeLeadFields(fillLeadFields(found, carried), withoutChanged(carried, texts));
}

/**
 * Records a withdrawal for all leads of the person.
 *
 * @param found the lead that was found, if one was: the event may name it by its ID alone
 */
async function recordForPerson(connection: Connection, asked: EventIntent, found: readonly Lead[], now: number): Promise<void> {
  const client = rowId(asked.intent.clientId);
  const others = await flatMapInOrder([asked.intent.fields, ...found], (known) => leadsOfPerson(connection, client, known));
  const rows = new Set([...found.map(({ id }) => rowId(id)), ...others]);
  for (const row of rows) await recordConsents(connection, row, consentsOf(asked), now);
}

/** Values that a lead lacks, as sent to the writer. */
export interface StoredFill {
  readonly leadId: string;
  readonly fields: StoredFields;
}

/**
 * Adds the values from a stored lead's own answers; the change is attributed to the event that created the lead. Returns false if nothing
 * is new, or if the person was erased after the answers were read.
 */
export async function fillLead(work: LeadWork, { leadId, fields }: StoredFill): Promise<boolean> {
  const found = await leadToChange(work.connection, rowId(leadId));
  if (found === null || found.erasedAt !== null) return false;
  const { userId, campaignId, eventId } = found;
  const filled = refillLeadFields(found, { ...fromStoredFields(fields), submittedAt: null });
  return (await changeLead(work, found, { fields: filled, owners: { userId, campaignId }, eventId, clickedBy: work.now })) !== found;
}

interface LeadAfter {
  readonly fields: LeadFields;
  readonly owners: Pick<Lead, 'userId' | 'campaignId'>;
  /** The event that causes the change. */
  readonly eventId: string;
  readonly clickedBy: number;
}

/** Writes only if something is new; otherwise returns the lead as found. */
async function changeLead(work: LeadWork, found: Lead, { fields, owners, eventId, clickedBy }: LeadAfter): Promise<Lead> {
  const { connection, now } = work;
  const { userId, campaignId } = owners;
  const before = leadFieldValues(toStoredFields(found));
  const values = leadFieldValues(toStoredFields(fields));
  if (isDeepStrictEqual([found.userId, found.campaignId, before], [userId, campaignId, values])) return found;
  const searchClickSeenAt = isDeepStrictEqual(searchClick(fields), searchClick(found)) ? found.searchClickSeenAt : clickedBy;
  const socialClickSeenAt = fields.socialClickId === found.socialClickId ? found.socialClickSeenAt : clickedBy;
  const user = userId === null ? null : rowId(userId);
  const seenAt = [searchClickSeenAt, socialClickSeenAt];
  await connection.run(UPDATE_LEAD, user, campaignId, ...seenAt, now, ...values, rowId(found.id));
  const client = rowId(found.clientId);
  await indexContacts(connection, rowId(found.id), contactKeys(client, found), contactKeys(client, fields));
  const isFoundByMore = fields.emailNormalized !== found.emailNormalized || fields.phoneKey !== found.phoneKey;
  if (isFoundByMore) await inheritWithdrawals(connection, found, { ...fields, submittedAt: found.submittedAt }, now);
  const changes = changedFields(found, { ...fields, ...owners });
  if (changes.length > 0) await connection.run(INSERT_CHANGE, rowId(found.id), rowId(eventId), now, toChangesText(changes));
  const updated = { ...found, ...fields, campaignId, searchClickSeenAt, socialClickSeenAt };
  await conversionsFindPlatform(work, updated);
  if (campaignId !== found.campaignId && campaignId !== null) await eventsOfCampaign(connection, rowId(found.id), campaignId);
  return updated;
}
