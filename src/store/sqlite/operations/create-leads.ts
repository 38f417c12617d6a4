import { type ConversionState, conversionTarget, firstState, type NewConversion, type Platform } from '../../../domain/conversion.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { LEAD_FIELD_COLUMNS, leadFieldValues, type StoredIntent } from '../rows/lead-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { insertRows, insertTexts } from './insert-rows.ts';
import { takeOverByEvent } from './stage-changes.ts';

const INSERT_LEAD = `
insert into leads
  (origem, identidade, cliente_id, usuario_id, campanha_id, evento_id, social_click_id_visto_em, criado_em, atualizado_em,
   ${LEAD_FIELD_COLUMNS.join(', ')})
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ${LEAD_FIELD_COLUMNS.map(() => '?').join(', ')})`;

const INSERT_CONTACTS = insertTexts('insert or ignore into lead_contatos (chave, lead_id)', 2);

const INSERT_CONVERSIONS = insertTexts(
  `insert into conversoes (lead_id, cliente_id, evento_id, plataforma, click_id, nome, chave, valor, moeda, ocorrida_em, estado, criado_em)`,
  12,
  'on conflict do nothing',
);

/** The values of a row in the order of its columns. */
type NewConversionRow = readonly [
  leadRow: number,
  clientRow: number,
  eventRow: number,
  platform: Platform | null,
  clickId: string | null,
  name: string,
  key: string,
  value: number | null,
  currency: string | null,
  happenedAt: number,
  state: ConversionState,
  now: number,
];

/** A person took it for a mistake, and now an event tells of it. */
const FIND_WITHDRAWN = "select id from conversoes where lead_id = ? and ifnull(plataforma, '') = ? and chave = ? and estado = 'retirada'";

/** The lead an event came to belong to. */
export type AppliedLead = Pick<Lead, 'id' | 'clientId' | 'campaignId'>;

/** What a conversion needs of the lead it belongs to. */
export type ConvertedLead = AppliedLead & Pick<Lead, 'origin' | 'isTest'> & Parameters<typeof conversionTarget>[1];

/** A lead to be made. */
export interface NewLead {
  readonly intent: StoredIntent;
  /** The numbers of its contacts. */
  readonly keys: readonly number[];
  readonly eventId: string;
}

/** A conversion of a lead, which an event told of; null: it told of none. */
export interface ToldConversion {
  readonly lead: ConvertedLead;
  readonly conversion: NewConversion | null;
  readonly eventId: string;
}

/** Makes the lead of somebody who is known to be new. */
export function createLead(connection: Connection, newLead: NewLead, now: number): ConvertedLead {
  return createLeads(connection, [newLead], now)[0] as ConvertedLead;
}

/** Makes leads of people that are known to be new. Returns them in the same order. */
export function createLeads(connection: Connection, newLeads: readonly NewLead[], now: number): readonly ConvertedLead[] {
  const leads = newLeads.map((newLead) => insertLead(connection, newLead, now));
  addContacts(
    connection,
    newLeads.flatMap(({ keys }, index) => keys.map((key) => [key, rowId((leads[index] as ConvertedLead).id)])),
  );
  return leads;
}

function insertLead(connection: Connection, { intent, eventId }: NewLead, now: number): ConvertedLead {
  const { origin, clientId, campaignId, fields } = intent;
  const inserted = connection
    .statement(INSERT_LEAD)
    .run(
      origin,
      intent.identity,
      rowId(clientId),
      intent.userId === null ? null : rowId(intent.userId),
      campaignId,
      rowId(eventId),
      fields.socialClickId === null ? null : now,
      now,
      now,
      ...leadFieldValues({ ...fields, submittedAt: fields.submittedAt ?? now }),
    );
  return { ...fields, id: textId(inserted.lastInsertRowid), origin, clientId, campaignId };
}

/** Makes leads findable by contacts: the number of each, and the lead's. */
export function addContacts(connection: Connection, contacts: readonly (readonly SqlValue[])[]): void {
  insertRows(connection, INSERT_CONTACTS, contacts);
}

/** Registers conversions; one that is there already stays as it is unless it was withdrawn, and of a test there is none. */
export function addConversions(connection: Connection, told: readonly ToldConversion[], now: number): void {
  const rows: NewConversionRow[] = [];
  for (const { lead, conversion, eventId } of told) {
    if (conversion === null || lead.isTest) continue;
    const { platform, clickId } = conversionTarget(lead.origin, lead);
    const { name, key, value, currency, happenedAt } = conversion;
    rows.push([
      rowId(lead.id),
      rowId(lead.clientId),
      rowId(eventId),
      platform,
      clickId,
      name,
      key,
      value,
      currency,
      happenedAt,
      firstState(platform),
      now,
    ]);
  }
  if (insertRows(connection, INSERT_CONVERSIONS, rows) === rows.length) return;
  for (const [leadRow, , eventRow, platform, clickId, name, key, value, currency, happenedAt] of rows) {
    const withdrawn = connection.statement(FIND_WITHDRAWN).get(leadRow, platform ?? '', key) as { readonly id: number } | undefined;
    if (withdrawn !== undefined) takeOverByEvent(connection, withdrawn.id, { eventRow, clickId, name, value, currency, happenedAt }, now);
  }
}
