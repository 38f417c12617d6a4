import { DAY_MS } from '../../../base/time-units.ts';
import {
  type AttributedLead,
  type AttributionRules,
  type ClickIds,
  type ConversionTarget,
  searchClick,
} from '../../../domain/attribution.ts';
import { ConversionState, INITIAL_STAGE_KEY, type NewConversion } from '../../../domain/conversion.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Connection } from '../connection.ts';
import { CONTACT_KEYS } from '../keys/contact-keys.ts';
import { LEAD_KEYS } from '../keys/lead-keys.ts';
import { rowId, textId } from '../rows/fields.ts';
import { LEAD_FIELD_COLUMNS, leadFieldValues, type StoredIntent } from '../rows/lead-rows.ts';
import { initialStageOf, targetsAt } from './client-choices.ts';
import { type EventConsents, recordConsents } from './consents.ts';
import { insertConversions, type NewConversionRow, newConversionRow, registeredUnder } from './conversion-rows.ts';
import { takeOverByEvent } from './stage-changes.ts';

const INSERT_LEAD = `
insert into lead_linhas
  (origem, identidade, cliente_limite, cliente_id, usuario_id, campanha_id, evento_id, search_click_id_visto_em, social_click_id_visto_em, criado_em, atualizado_em,
   ${LEAD_FIELD_COLUMNS.join(', ')})
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${LEAD_FIELD_COLUMNS.map(() => '?').join(', ')})`;

/** The lead of an event. */
export type AppliedLead = Pick<Lead, 'id' | 'eventId' | 'clientId' | 'campaignId'>;

/** The fields of a lead that its conversions need. */
export type ConvertedLead = AppliedLead & Pick<Lead, 'isTest'> & AttributedLead;

/** A lead to create. */
export interface NewLead {
  readonly intent: StoredIntent;
  readonly identityKey: number;
  /** The keys of its contacts. */
  readonly keys: readonly number[];
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
export function conversionOf(
  connection: Connection,
  { conversion, initialStageAt }: StoredIntent,
  { clientId }: Pick<Lead, 'clientId'>,
  rules: AttributionRules,
  now: number,
): NewConversion | null {
  if (conversion !== null || initialStageAt === undefined || now - initialStageAt > OLDEST_INITIAL_STAGE_MS) return conversion;
  const name = initialStageOf(connection, rules, clientId);
  return name === null ? null : { name, key: INITIAL_STAGE_KEY, value: null, currency: null, happenedAt: initialStageAt };
}

/** Creates the lead of a person known to be new. */
export function createLead(connection: Connection, newLead: NewLead, now: number): ConvertedLead {
  return createLeads(connection, [newLead], now)[0] as ConvertedLead;
}

/** Creates leads of people known to be new. Returns them in the same order. */
export function createLeads(connection: Connection, newLeads: readonly NewLead[], now: number): readonly ConvertedLead[] {
  return newLeads.map((newLead) => {
    const lead = insertLead(connection, newLead, now);
    const row = rowId(lead.id);
    LEAD_KEYS.add(connection, newLead.identityKey, row);
    for (const key of newLead.keys) CONTACT_KEYS.add(connection, key, row);
    recordConsents(connection, row, consentsOf(newLead), now);
    return lead;
  });
}

/** What the event of an intent states about consents. */
export function consentsOf({ intent: { consents, fields }, eventId }: Pick<NewLead, 'intent' | 'eventId'>): EventConsents {
  return { consents, eventId, formId: fields.formId };
}

function insertLead(connection: Connection, { intent, eventId }: NewLead, now: number): ConvertedLead {
  const { origin, limitedTo, clientId, campaignId, fields } = intent;
  const searchClickSeenAt = searchClick(fields) === null ? null : now;
  const socialClickSeenAt = fields.socialClickId === null ? null : now;
  const inserted = connection
    .statement(INSERT_LEAD)
    .run(
      origin,
      intent.identity,
      limitedTo === null ? null : rowId(limitedTo),
      rowId(clientId),
      intent.userId === null ? null : rowId(intent.userId),
      campaignId,
      rowId(eventId),
      searchClickSeenAt,
      socialClickSeenAt,
      now,
      now,
      ...leadFieldValues({ ...fields, submittedAt: fields.submittedAt ?? now }),
    );
  return {
    ...fields,
    id: textId(inserted.lastInsertRowid),
    eventId,
    origin,
    clientId,
    campaignId,
    searchClickSeenAt,
    socialClickSeenAt,
    createdAt: now,
  };
}

/** Registers the conversions of leads that were just created: none is registered yet. Test leads have none. */
export function addFirstConversions(connection: Connection, told: readonly EventConversion[], rules: AttributionRules, now: number): void {
  insertConversions(
    connection,
    told.flatMap((one) => rowsOf(one, targetsOf(connection, one.lead, null, rules), now)),
  );
}

/**
 * Registers a conversion of an existing lead. A registered conversion stays as it is, even for another platform, unless it was withdrawn:
 * somebody considered it a mistake, but now an event reports it.
 *
 * @param sale the click ids of the event
 */
export function addConversion(connection: Connection, told: EventConversion, sale: ClickIds, rules: AttributionRules, now: number): void {
  const { lead, conversion, eventId } = told;
  if (conversion === null || lead.isTest) return;
  const registered = registeredUnder(connection, rowId(lead.id), conversion.key);
  if (registered.some(({ estado }) => estado !== ConversionState.withdrawn)) return;
  for (const target of targetsOf(connection, lead, sale, rules)) {
    const withdrawn = registered.find(({ plataforma }) => plataforma === (target?.platform ?? null));
    if (withdrawn === undefined) insertConversions(connection, rowsOf(told, [target], now));
    else takeOverByEvent(connection, withdrawn.id, { ...conversion, eventRow: rowId(eventId), target }, now);
  }
}

/** Without a platform a conversion is one row. */
export function targetsOf(
  connection: Connection,
  lead: AttributedLead,
  sale: ClickIds | null,
  rules: AttributionRules,
): readonly (ConversionTarget | null)[] {
  const targets = targetsAt(connection, rules, lead, sale);
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
