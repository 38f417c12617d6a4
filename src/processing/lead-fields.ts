import { normalizeEmail } from '../base/email-address.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { EMPTY_LEAD_FIELDS, type LeadFields } from '../domain/lead.ts';
import { normalizePhone, personName } from './contact-values.ts';

type Derived = 'emailNormalized' | 'phoneE164' | 'phoneKey' | 'phoneKind' | 'extras';

/** A lead's values as given in the payload; derived values are added when it is complete. */
export type LeadDraft = Partial<Omit<LeadFields, Derived>>;

/** The fields of a lead from its draft, with name, e-mail and phone normalized. */
export function completeLeadFields(draft: LeadDraft, extras: JsonObject): LeadFields {
  const { name = null, email = null, phone = null } = draft;
  return {
    ...EMPTY_LEAD_FIELDS,
    ...draft,
    name: name === null ? null : personName(name),
    emailNormalized: email === null ? null : normalizeEmail(email),
    ...(phone === null ? {} : normalizePhone(phone)),
    extras,
  };
}

/** True if the event contains the person's name or contact data. */
export function carriesContact(fields: LeadFields): boolean {
  return fields.name !== null || fields.email !== null || fields.phone !== null;
}

/** True if the event contains a click id of either platform. */
export function carriesClickId(fields: LeadFields): boolean {
  const { searchClickId, gbraid, wbraid, socialClickId, fbc } = fields;
  return [searchClickId, gbraid, wbraid, socialClickId, fbc].some((clickId) => clickId !== null);
}
