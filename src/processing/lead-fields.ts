import type { JsonObject } from '../base/exact-json.ts';
import { EMPTY_LEAD_FIELDS, type LeadFields } from '../domain/lead.ts';
import { normalizeEmail } from './email.ts';
import { personName } from './person-name.ts';
import { normalizePhone } from './phone.ts';

type Derived = 'emailNormalized' | 'phoneE164' | 'phoneKey' | 'phoneKind' | 'extras';

/** What a payload says about a lead, as given; what is derived from it is added when it is complete. */
export type LeadDraft = Partial<Omit<LeadFields, Derived>>;

/** The fields of a lead out of what a payload says, with name, e-mail and phone normalised. */
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

/** True when the event says who the person is or how to reach them. */
export function carriesContact(fields: LeadFields): boolean {
  return fields.name !== null || fields.email !== null || fields.phone !== null;
}

/** True when the event carries a click id of either platform. */
export function carriesClickId(fields: LeadFields): boolean {
  const { searchClickId, gbraid, wbraid, socialClickId, fbc } = fields;
  return [searchClickId, gbraid, wbraid, socialClickId, fbc].some((clickId) => clickId !== null);
}
