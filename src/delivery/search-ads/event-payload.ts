import type { JsonObject } from '../../base/exact-json.ts';
import { searchClick } from '../../domain/attribution.ts';
import type { Consent } from '../../domain/consent.ts';
import type { ConversionToSend } from '../../domain/conversion.ts';
import { conversionId } from '../../domain/conversion-id.ts';
import type { LeadFields } from '../../domain/lead.ts';
import { type ConsentState, consentState } from '../../processing/consent.ts';
import { isSamePurpose } from '../../processing/consent-statements.ts';
import { hashedEmail, hashedPhone } from './hashing.ts';

/** A separate consent: a person may accept measurement and refuse personalized ads. */
const PERSONALIZATION_KEYS = ['ad_personalization'];
/** Says nothing about personalized ads, unlike a consent to ads in general. */
const MEASUREMENT_KEY = 'ad_user_data';

/** One event of `events:ingest`; `now` in UTC ms. Personal data is hashed. */
export function eventOf(conversion: ConversionToSend, consentKeys: readonly string[], now: number): JsonObject {
  const { value, currency, lead } = conversion;
  const clickId = adIdentifier(conversion);
  const people = userIdentifiers(lead);
  const consent = consentOf(conversion.consents, consentKeys);
  return {
    transactionId: conversionId(conversion),
    // The clock may have been ahead when the conversion was registered, and Google refuses a time in the future for good.
    eventTimestamp: timestamp(Math.min(conversion.happenedAt, now)),
    eventSource: 'WEB',
    ...(clickId === null ? {} : { adIdentifiers: clickId }),
    ...(people.length === 0 ? {} : { userData: { userIdentifiers: people } }),
    // An amount without a known currency would be counted in the account's own.
    ...(value === null || currency === null ? {} : { conversionValue: value, currency }),
    ...(consent === null ? {} : { consent }),
  };
}

/** The click id of the sale or of its lead; `null` if there is none. */
export function adIdentifier({ clickId, clickKind, lead }: Pick<ConversionToSend, 'clickId' | 'clickKind' | 'lead'>): JsonObject | null {
  if (clickId !== null) return { [clickKind ?? 'gclid']: clickId };
  const click = searchClick(lead);
  return click === null ? null : { [click.kind]: click.id };
}

/** Hashes of the usable e-mail address and phone number. */
export function userIdentifiers(lead: Pick<LeadFields, 'emailNormalized' | 'phoneE164'>): readonly JsonObject[] {
  const emailAddress = lead.emailNormalized === null ? undefined : hashedEmail(lead.emailNormalized);
  const phoneNumber = lead.phoneE164 === null ? undefined : hashedPhone(lead.phoneE164);
  return [...(emailAddress === undefined ? [] : [{ emailAddress }]), ...(phoneNumber === undefined ? [] : [{ phoneNumber }])];
}

/** Whole seconds, as in the file for the scheduled import: by click id and time, the platform recognizes both as the same conversion. */
function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function consentOf(consents: readonly Consent[], keys: readonly string[]): JsonObject | null {
  const state = consentState(consents, keys);
  const stated = consentState(consents, PERSONALIZATION_KEYS);
  const inGeneral = keys.filter((key) => !isSamePurpose(key, MEASUREMENT_KEY));
  const implied = state === 'granted' ? consentState(consents, inGeneral) : state;
  const adUserData = CONSENT[state];
  const adPersonalization = CONSENT[stated === 'unknown' ? implied : stated];
  if (adUserData === null && adPersonalization === null) return null;
  return { ...(adUserData === null ? {} : { adUserData }), ...(adPersonalization === null ? {} : { adPersonalization }) };
}

const CONSENT: { readonly [state in ConsentState]: string | null } = {
  granted: 'CONSENT_GRANTED',
  denied: 'CONSENT_DENIED',
  unknown: null,
};
