import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { hasVisibleCharacter, storableText } from '../base/text.ts';
import type { LeadFields, PhoneKind } from '../domain/lead.ts';

/** A name as given, in Unicode NFC and not trimmed; `null` if it has no visible character. */
export function personName(text: string): string | null {
  return hasVisibleCharacter(text) ? toNfc(storableText(text)) : null;
}

export type NormalizedPhone = Pick<LeadFields, 'phoneE164' | 'phoneKey' | 'phoneKind'>;

const INVALID: NormalizedPhone = { phoneE164: null, phoneKey: null, phoneKind: 'invalido' };

/**
 * Reads a phone number as a person typed it, as Brazilian if it has no country code. A mobile number from before 2016 gets its ninth digit, which
 * libphonenumber does not add (it calls the number invalid). Numbers that do not exist have no E.164 form.
 */
export function normalizePhone(text: string): NormalizedPhone {
  const parsed = parsePhone(text);
  if (parsed === undefined) return INVALID;
  return { phoneE164: parsed.number, phoneKey: matchingKey(parsed), phoneKind: phoneKind(parsed) };
}

function parsePhone(text: string): PhoneNumber | undefined {
  // `00` is the prefix for international calls; in Brazil a carrier code follows it, which the library handles, so the plain text is tried second.
  const dialled = text.trim().replace(/^00(?=[^0])/, '+');
  return validPhone(dialled) ?? (dialled === text ? undefined : validPhone(text));
}

function validPhone(text: string): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(text, 'BR');
  if (parsed === undefined || parsed.isValid()) return parsed;
  const completed = withNinthDigit(parsed);
  return completed?.isValid() ? completed : undefined;
}

/**
 * Eight-digit numbers that begin with 6, 8 or 9 were mobile. Those with 7 still exist (trunked radio), so they get no digit; 2 to 5 are landlines.
 */
function withNinthDigit(phone: PhoneNumber): PhoneNumber | undefined {
  const [, areaCode, subscriber] = /^(\d\d)([689]\d{7})$/.exec(phone.nationalNumber) ?? [];
  if (phone.country !== 'BR' || areaCode === undefined || subscriber === undefined) return undefined;
  return parsePhoneNumberFromString(`+55${areaCode}9${subscriber}`);
}

function phoneKind(phone: PhoneNumber): PhoneKind {
  const type = phone.getType();
  if (type === 'FIXED_LINE') return 'fixo';
  if (type !== 'MOBILE') return 'outro';
  return phone.country === 'BR' && phone.nationalNumber.length === 10 ? 'ambiguo' : 'movel';
}

/**
 * Area code and last eight digits, so that a number matches with and without its ninth digit. Only numbers that existed without it (6 to 9
 * after it) are shortened: 9 3333-4444 and the landline 3333-4444 belong to different people.
 */
function matchingKey(phone: PhoneNumber): string {
  const [, areaCode, subscriber] = /^(\d\d)9?([2-9]\d{7})$/.exec(phone.nationalNumber) ?? [];
  if (phone.country !== 'BR' || areaCode === undefined || subscriber === undefined) return phone.number;
  const isNewMobile = phone.nationalNumber.length === 11 && /^[2-5]/.test(subscriber);
  return isNewMobile ? phone.nationalNumber : areaCode + subscriber;
}

/** UAX #15 (Stream-Safe Text Format): no language needs more than 30 combining marks on one character. */
const LONG_RUN = /\p{M}{31}/u;

/**
 * The text in Unicode NFC, in linear time. `String.normalize` uses insertion sort for each run of combining marks (a run of 80,000 took 3.8 s),
 * so text with a run that no person writes stays unchanged.
 */
export function toNfc(text: string): string {
  return LONG_RUN.test(text) ? text : text.normalize('NFC');
}
