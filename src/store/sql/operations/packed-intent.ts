import type { NewConsent } from '../../../domain/consent.ts';
import type { NewConversion } from '../../../domain/conversion.ts';
import type { LeadIntent } from '../../../domain/lead.ts';
import { contactKeys } from '../keys/contact-keys.ts';
import { identityKey } from '../keys/lead-keys.ts';
import { rowId } from '../rows/fields.ts';
import { type StoredIntent, toStoredFields } from '../rows/lead-rows.ts';

type Text = string | null;

/**
 * An intent as sent to the writer: a list, because parsing objects with their keys takes twice as long (8 instead of 4 µs for each lead).
 * Hashes are computed by the sender, because the writer has more to do.
 */
export type PackedIntent = readonly [
  ...lead: [identity: string, origin: LeadIntent['origin'], limitedTo: Text, clientId: string, userId: Text, campaignId: Text],
  ...rules: [byContact: boolean, namesLead: boolean, onMatch: LeadIntent['onMatch'], ifMissing: LeadIntent['ifMissing']],
  ...effects: [conversion: NewConversion | null, initialStageAt: number | null, consents: readonly NewConsent[] | null],
  ...contacts: [email: Text, emailNormalized: Text, phone: Text, phoneE164: Text, phoneKey: Text],
  ...clicks: [searchClickId: Text, gbraid: Text, wbraid: Text, socialClickId: Text, fbc: Text],
  ...others: [formId: Text, isTest: boolean, submittedAt: number | null, details: string, clickedBy: number],
  ...keys: [identityKey: number, contactKeys: readonly number[]],
];

export function packIntent(intent: LeadIntent): PackedIntent {
  const { match, initialStageAt = null, consents = null } = intent;
  const fields = toStoredFields(intent.fields);
  return [
    intent.identity,
    intent.origin,
    intent.limitedTo,
    intent.clientId,
    intent.userId,
    intent.campaignId,
    match.byContact,
    match.namesLead ?? false,
    intent.onMatch,
    intent.ifMissing,
    intent.conversion,
    initialStageAt,
    consents,
    fields.email,
    fields.emailNormalized,
    fields.phone,
    fields.phoneE164,
    fields.phoneKey,
    fields.searchClickId,
    fields.gbraid,
    fields.wbraid,
    fields.socialClickId,
    fields.fbc,
    fields.formId,
    fields.isTest,
    fields.submittedAt,
    fields.details,
    intent.clickedBy,
    identityKey(intent.origin, intent.identity),
    contactKeys(rowId(intent.clientId), fields),
  ];
}

/** The hashes of the identity and of the contacts of an intent. */
export function keysOf(packed: PackedIntent): readonly number[] {
  return [packed[28], ...packed[29]];
}

/** Whether an intent withdraws consents. */
export function isWithdrawal(packed: PackedIntent): boolean {
  return packed[8] === 'withdraw';
}

/** Reverses `packIntent`. */
export function unpackIntent(packed: PackedIntent): StoredIntent {
  const [
    identity,
    origin,
    limitedTo,
    clientId,
    userId,
    campaignId,
    byContact,
    namesLead,
    onMatch,
    ifMissing,
    conversion,
    initialStageAt,
    consents,
  ] = packed;
  return {
    identity,
    origin,
    limitedTo,
    clientId,
    userId,
    campaignId,
    match: { byContact, namesLead },
    onMatch,
    ifMissing,
    conversion,
    ...(initialStageAt === null ? {} : { initialStageAt }),
    ...(consents === null ? {} : { consents }),
    fields: {
      email: packed[13],
      emailNormalized: packed[14],
      phone: packed[15],
      phoneE164: packed[16],
      phoneKey: packed[17],
      searchClickId: packed[18],
      gbraid: packed[19],
      wbraid: packed[20],
      socialClickId: packed[21],
      fbc: packed[22],
      formId: packed[23],
      isTest: packed[24],
      submittedAt: packed[25],
      details: packed[26],
    },
    clickedBy: packed[27],
    identityKey: packed[28],
    contactKeys: packed[29],
  };
}
