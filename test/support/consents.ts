import type { JsonValue } from '../../src/base/exact-json.ts';
import type { Consent, NewConsent } from '../../src/domain/consent.ts';
import { EMPTY_LEAD_FIELDS } from '../../src/domain/lead.ts';
import { newConsents } from '../../src/processing/consent.ts';

/** What an event states with these `consentimentos`, as processing reads it. */
export function statedConsents(consents: JsonValue | null, at: number): readonly NewConsent[] {
  return newConsents({ kind: 'lead', fields: { ...EMPTY_LEAD_FIELDS, consents } }, { submittedAt: at, arrivedAt: at, timeZone: 'UTC' });
}

/** The same, as it is stored. */
export function storedConsents(consents: JsonValue | null, at: number, source = '1'): readonly Consent[] {
  return statedConsents(consents, at).map(({ purpose, act, at: time, since }) => ({ purpose, act, at: time, since, source }));
}
