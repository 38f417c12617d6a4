import { DAY_MS } from '../../../base/time-units.ts';
import { type AttributedLead, type ClickIds, type ConversionTarget, searchClick } from '../../../domain/attribution.ts';
import { ConversionState, INITIAL_STAGE_KEY, type NewConversion } from '../../../domain/conversion.ts';
import { normalSpelling } from '../../../domain/event-kind.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Connection, Insertion, SqlValue } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { CONTACT_KEYS } from '../keys/contact-keys.ts';
import { LEAD_KEYS } from '../keys/lead-keys.ts';
import { rowId, textId } from '../rows/fields.ts';
import type { StoredIntent } from '../rows/lead-rows.ts';
import { initialStageOf, type LeadWork, targetsAt } from './client-choices.ts';
import { type EventConsents, recordConsents } from './consents.ts';
import {
  insertConversions,
  type NewConversionRow,
  newConversionRow,
  ownSecond,
  type RegisteredRow,
  registeredUnder,
} from './conversion-rows.ts';
import { takeOverByEvent } from './stage-changes.ts';

const USUAL_COLUMNS = [
  ...['id', 'origem', 'identidade', 'cliente_id', 'usuario_id', 'campanha_id', 'evento_id', 'criado_em', 'atualizado_em', 'enviado_em'],
  ...['email', 'email_normalizado', 'telefone', 'telefone_e164', 'telefone_chave', 'search_click_id', 'search_click_id_visto_em'],
  ...['teste', 'dados'],
];

/** Most leads have none of these, and a null costs as much to bind as a text. */
const RARE_COLUMNS = [...['cliente_limite', 'gbraid', 'wbraid', 'social_click_id', 'social_click_id_visto_em', 'fbc', 'formulario_id']];

const USUAL: Insertion = { table: 'lead_linhas', columns: USUAL_COLUMNS };

const WITH_RARE: Insertion = { table: 'lead_linhas', columns: [...USUAL_COLUMNS, ...RARE_COLUMNS] };

/** The lead of an event. */
export type AppliedLead = Pick<Lead, 'id' | 'eventId' | 'clientId' | 'campaignId'>;

/** The fields of a lead that its conversions need. */
export type ConvertedLead = AppliedLead & Pick<Lead, 'isTest'> & AttributedLead;

/** An event and what it does to its lead. */
export interface EventIntent {
  readonly intent: StoredIntent;
  readonly eventId: string;
}

/** A conversion of a lead in an event; `null` if none. */
export interface EventConversion {
  readonly lead: ConvertedLead;
  readonly conversion: NewConversion | null;
  readonly eventId: string;
}

/** Meta rejects older events. */
const OLDEST_INITIAL_STAGE_MS = 7 * DAY_MS;

/** The conversion of an event. For a new lead of an instant form: its initial stage, if Meta still accepts it and the client wants it. */
export async function conversionOf(
  work: LeadWork,
  { conversion, initialStageAt }: StoredIntent,
  { clientId }: Pick<Lead, 'clientId'>,
): Promise<NewConversion | null> {
  if (conversion !== null || initialStageAt === undefined || work.now - initialStageAt > OLDEST_INITIAL_STAGE_MS) return conversion;
  const name = await initialStageOf(work, clientId);
  return name === null ? null : { name, key: INITIAL_STAGE_KEY, value: null, currency: null, happenedAt: initialStageAt };
}

/** Creates leads of people known to be new. Returns them in the same order. */
export async function createLeads({ connection, now }: LeadWork, newLeads: readonly EventIntent[]): Promise<readonly ConvertedLead[]> {
  const ids = await connection.newIds('lead_linhas', newLeads.length);
  const leads = newLeads.map((newLead, index) => leadOf(newLead, ids[index] as number, now));
  await insertLeads(connection, newLeads, leads);
  for (const [index, newLead] of newLeads.entries()) {
    const row = ids[index] as number;
    await connection.keys(LEAD_KEYS).add(newLead.intent.identityKey, row);
    for (const key of newLead.intent.contactKeys) await connection.keys(CONTACT_KEYS).add(key, row);
    await recordConsents(connection, row, consentsOf(newLead), now);
  }
  return leads;
}

/** What the event of an intent states about consents. */
export function consentsOf({ intent: { consents, fields }, eventId }: EventIntent): EventConsents {
  return { consents, eventId, formId: fields.formId };
}

function leadOf({ intent, eventId }: EventIntent, row: number, now: number): ConvertedLead {
  const { origin, clientId, campaignId, fields, clickedBy } = intent;
  const { isTest, emailNormalized, phoneE164, searchClickId, gbraid, wbraid, socialClickId, fbc } = fields;
  const clicks = { searchClickId, gbraid, wbraid, socialClickId, fbc };
  const searchClickSeenAt = searchClick(clicks) === null ? null : clickedBy;
  const socialClickSeenAt = socialClickId === null ? null : clickedBy;
  const own = { id: textId(row), eventId, origin, clientId, campaignId, createdAt: now };
  return { ...own, ...clicks, isTest, emailNormalized, phoneE164, searchClickSeenAt, socialClickSeenAt };
}

async function insertLeads(connection: Connection, newLeads: readonly EventIntent[], leads: readonly ConvertedLead[]): Promise<void> {
  const usual: SqlValue[][] = [];
  const others: SqlValue[][] = [];
  for (const [index, { intent }] of newLeads.entries()) {
    const lead = leads[index] as ConvertedLead;
    const rare = rareValues(intent, lead);
    if (rare.some((value) => value !== null)) others.push([...usualValues(intent, lead), ...rare]);
    else usual.push(usualValues(intent, lead));
  }
  await connection.insertRows(USUAL, usual);
  await connection.insertRows(WITH_RARE, others);
}

/** In the order of `USUAL_COLUMNS`. */
function usualValues({ identity, userId, fields }: StoredIntent, lead: ConvertedLead): SqlValue[] {
  const { id, origin, clientId, campaignId, eventId, createdAt, emailNormalized, phoneE164, searchClickId, searchClickSeenAt } = lead;
  const { email, phone, phoneKey, isTest, submittedAt, details } = fields;
  const owners = [rowId(clientId), userId === null ? null : rowId(userId), campaignId];
  const times = [createdAt, createdAt, submittedAt ?? createdAt];
  const contacts = [email, emailNormalized, phone, phoneE164, phoneKey, searchClickId];
  return [rowId(id), origin, identity, ...owners, rowId(eventId), ...times, ...contacts, searchClickSeenAt, Number(isTest), details];
}

/** In the order of `RARE_COLUMNS`. */
function rareValues({ limitedTo, fields }: StoredIntent, lead: ConvertedLead): SqlValue[] {
  const { gbraid, wbraid, socialClickId, socialClickSeenAt, fbc } = lead;
  return [limitedTo === null ? null : rowId(limitedTo), gbraid, wbraid, socialClickId, socialClickSeenAt, fbc, fields.formId];
}

/** Registers the conversions of leads that were just created: none is registered yet. Test leads have none. */
export async function addFirstConversions(work: LeadWork, told: readonly EventConversion[]): Promise<void> {
  const rows = await flatMapInOrder(told, async (one) => rowsOf(one, await targetsOf(work, one.lead, null), work.now));
  await insertConversions(work.connection, rows);
}

/**
 * Registers a conversion of an existing lead. A registered conversion stays as it is, even for another platform, unless it was withdrawn:
 * somebody considered it a mistake, but now an event reports it.
 *
 * @param sale the click ids of the event
 */
export async function addConversion(work: LeadWork, told: EventConversion, sale: ClickIds): Promise<void> {
  const { connection, now } = work;
  const { lead, eventId } = told;
  if (told.conversion === null || lead.isTest) return;
  const { conversion: named, registered } = await underOwnKey(connection, rowId(lead.id), told.conversion);
  if (registered.some(({ estado }) => estado !== ConversionState.withdrawn)) return;
  const conversion = { ...named, happenedAt: await ownSecond(connection, rowId(lead.id), named, now) };
  for (const target of await targetsOf(work, lead, sale)) {
    const withdrawn = registered.find(({ plataforma }) => plataforma === (target?.platform ?? null));
    if (withdrawn === undefined) await insertConversions(connection, rowsOf({ ...told, conversion }, [target], now));
    else await takeOverByEvent(connection, withdrawn.id, { ...conversion, eventRow: rowId(eventId), target }, now);
  }
}

/** A conversion under the key that it gets, and what is registered under it. */
interface Registered {
  readonly conversion: NewConversion;
  readonly registered: readonly RegisteredRow[];
}

/**
 * A CRM may send the ID of a deal as the order ID of each of its stages: if an event registered another stage under the key, the name becomes
 * part of it. A stage that a person registered has a name of their choice, so it is the one that the event reports.
 */
async function underOwnKey(connection: Connection, leadRow: number, conversion: NewConversion): Promise<Registered> {
  const registered = await registeredUnder(connection, leadRow, conversion.key);
  // A lead has one initial stage, whatever the setting that names it was before.
  if (conversion.key === INITIAL_STAGE_KEY) return { conversion, registered };
  const name = normalSpelling(conversion.name);
  const others = registered.filter(({ nome }) => normalSpelling(nome) !== name);
  if (others.length === 0) return { conversion, registered };
  const own = { ...conversion, key: `${conversion.key} ${name}` };
  const registeredOwn = await registeredUnder(connection, leadRow, own.key);
  const isTaken = others.some(({ estado, registrada_por }) => estado !== ConversionState.withdrawn && registrada_por === null);
  return isTaken || registeredOwn.length > 0 ? { conversion: own, registered: registeredOwn } : { conversion, registered };
}

/** Without a platform a conversion is one row. */
export async function targetsOf(
  work: LeadWork,
  lead: AttributedLead,
  sale: ClickIds | null,
): Promise<readonly (ConversionTarget | null)[]> {
  const targets = await targetsAt(work, lead, sale);
  return targets.length === 0 ? [null] : targets;
}

function rowsOf(
  { lead, conversion, eventId }: EventConversion,
  targets: readonly (ConversionTarget | null)[],
  now: number,
): readonly NewConversionRow[] {
  if (conversion === null || lead.isTest) return [];
  return targets.map((target) => newConversionRow({ lead, eventRow: rowId(eventId), target, conversion }, now));
}
