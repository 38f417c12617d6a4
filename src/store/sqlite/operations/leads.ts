import { isDeepStrictEqual } from 'node:util';
import { conversionTarget, type NewConversion } from '../../../domain/conversion.ts';
import type { Fault } from '../../../domain/fault.ts';
import { fillLeadFields, type Lead, type LeadIntent, mergeLeadFields } from '../../../domain/lead.ts';
import type { Connection } from '../connection.ts';
import { LEAD_FIELD_COLUMNS, type LeadRow, leadFieldValues, toLead } from '../rows/lead-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';

const INSERT_LEAD = `
insert into leads
  (origem, identidade, cliente_id, usuario_id, campanha_id, evento_id, social_click_id_visto_em, criado_em, atualizado_em,
   ${LEAD_FIELD_COLUMNS.join(', ')})
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ${LEAD_FIELD_COLUMNS.map(() => '?').join(', ')})`;

const UPDATE_LEAD = `
update leads
set usuario_id = ?, campanha_id = ?, social_click_id_visto_em = ?, atualizado_em = ?, ${LEAD_FIELD_COLUMNS.map((column) => `${column} = ?`).join(', ')}
where id = ?`;

const IS_EVENT_OF_LEAD = 'select 1 from webhook_eventos where id = ? and lead_id = ?';

const LEAD = 'select * from leads where id = ?';

/** Looks ask for the id only: most find nothing, and the 36 columns cost 10 of 15 µs even then. */
const FIND_BY_IDENTITY = 'select id from leads where origem = ? and identidade = ?';

/** Newest first: an update belongs to the person's latest submission. Tests and real leads never meet. */
const FIND_BY_CONTACT = {
  searchClickId: 'select id from leads where cliente_id = ? and search_click_id = ? and teste = ? order by id desc limit 1',
  socialClickId: 'select id from leads where cliente_id = ? and social_click_id = ? and teste = ? order by id desc limit 1',
  emailNormalized: 'select id from leads where cliente_id = ? and email_normalizado = ? and teste = ? order by id desc limit 1',
  phoneKey: 'select id from leads where cliente_id = ? and telefone_chave = ? and teste = ? order by id desc limit 1',
} as const;

/** The order of contract 4: click id first, then e-mail or phone. `gbraid` and `wbraid` are left out: many clicks share one. */
const CONTACT_ORDER = ['searchClickId', 'socialClickId', 'emailNormalized', 'phoneKey'] as const;

const INSERT_CONVERSION = `
insert into conversoes (lead_id, evento_id, plataforma, click_id, nome, chave, valor, moeda, ocorrida_em, criado_em)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict do nothing`;

const OTHER_CLIENT: Fault = {
  code: 'lead_of_other_client',
  message:
    'The lead that this event names belongs to another client than the event: its campaign, form or page is linked to the wrong campaign, or ' +
    'was given to another client since. Correct the link with `lead-intake campaign link`, then run the event again with `lead-intake queue retry`.',
};

interface FoundRow {
  readonly id: number;
}

/** Makes, finds or updates the lead of an intent and registers its conversion. Returns the lead's id, or why there is none. */
export function applyIntent(connection: Connection, intent: LeadIntent, eventId: string, now: number): string | Fault {
  const found = findLead(connection, intent);
  if (found !== undefined && found.clientId !== intent.clientId && !isEventOf(connection, eventId, found)) return OTHER_CLIENT;
  if (found === undefined && intent.ifMissing !== 'create') return intent.ifMissing;
  const lead = found === undefined ? createLead(connection, intent, eventId, now) : updateLead(connection, found, intent, now);
  if (intent.conversion !== null && !lead.isTest) addConversion(connection, lead, intent.conversion, eventId, now);
  return lead.id;
}

/** An event that made or changed the lead before is still its event when a campaign has gone to another client since. */
function isEventOf(connection: Connection, eventId: string, lead: Lead): boolean {
  return lead.eventId === eventId || connection.statement(IS_EVENT_OF_LEAD).get(rowId(eventId), rowId(lead.id)) !== undefined;
}

function findLead(connection: Connection, intent: LeadIntent): Lead | undefined {
  const found =
    (connection.statement(FIND_BY_IDENTITY).get(intent.origin, intent.identity) as FoundRow | undefined) ??
    (intent.match.byContact ? findByContact(connection, intent) : undefined);
  return found === undefined ? undefined : toLead(connection.statement(LEAD).get(found.id) as LeadRow);
}

function findByContact(connection: Connection, intent: LeadIntent): FoundRow | undefined {
  for (const key of CONTACT_ORDER) {
    const value = intent.fields[key];
    if (value === null) continue;
    const row = connection.statement(FIND_BY_CONTACT[key]).get(rowId(intent.clientId), value, intent.fields.isTest ? 1 : 0);
    if (row !== undefined) return row as FoundRow;
  }
  return undefined;
}

function createLead(connection: Connection, intent: LeadIntent, eventId: string, now: number): Lead {
  const { fields } = intent;
  const seenAt = fields.socialClickId === null ? null : now;
  const inserted = connection
    .statement(INSERT_LEAD)
    .run(
      intent.origin,
      intent.identity,
      rowId(intent.clientId),
      intent.userId === null ? null : rowId(intent.userId),
      intent.campaignId,
      rowId(eventId),
      seenAt,
      now,
      now,
      ...leadFieldValues(fields),
    );
  return {
    ...fields,
    id: textId(inserted.lastInsertRowid),
    origin: intent.origin,
    identity: intent.identity,
    clientId: intent.clientId,
    userId: intent.userId,
    campaignId: intent.campaignId,
    eventId,
    socialClickSeenAt: seenAt,
    createdAt: now,
    updatedAt: now,
  };
}

/** A test event never changes a real lead, nor the other way round. Nothing is written when nothing is new. */
function updateLead(connection: Connection, found: Lead, intent: LeadIntent, now: number): Lead {
  if (found.isTest !== intent.fields.isTest || found.clientId !== intent.clientId) return found;
  const fields = intent.onMatch === 'fill' ? fillLeadFields(found, intent.fields) : mergeLeadFields(found, intent.fields);
  const userId = found.userId ?? intent.userId;
  const campaignId = found.campaignId ?? intent.campaignId;
  const isSame = isDeepStrictEqual(leadFieldValues(found), leadFieldValues(fields));
  if (isSame && userId === found.userId && campaignId === found.campaignId) return found;
  const seenAt = fields.socialClickId === found.socialClickId ? found.socialClickSeenAt : now;
  connection
    .statement(UPDATE_LEAD)
    .run(userId === null ? null : rowId(userId), campaignId, seenAt, now, ...leadFieldValues(fields), rowId(found.id));
  return { ...found, ...fields, userId, campaignId, socialClickSeenAt: seenAt, updatedAt: now };
}

function addConversion(connection: Connection, lead: Lead, conversion: NewConversion, eventId: string, now: number): void {
  const { platform, clickId } = conversionTarget(lead.origin, lead);
  connection
    .statement(INSERT_CONVERSION)
    .run(
      rowId(lead.id),
      rowId(eventId),
      platform,
      clickId,
      conversion.name,
      conversion.key,
      conversion.value,
      conversion.currency,
      conversion.happenedAt,
      now,
    );
}
