import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { hasVisibleCharacter, storableText } from '../base/text.ts';
import type { LeadFields, PhoneKind } from '../domain/lead.ts';

/** A name as given, in Unicode NFC and not trimmed; `null` if it has no visible character. */
export function personName(text: string): string | null {
  return hasVisibleCharacter(text) ? toNfc(storableText(text)) : null;
}

export type NormalizedPhone = Pick<LeadFields, 'phoneE164' | 'phoneKey' | 'phoneKind'>;

const INVALID: NormalizedPhone = { phoneE164: null, phoneKey: null, phoneKind: 'invalido' };

interface ReadPhone {
  readonly e164: string;
  readonly nationalNumber: string;
  readonly isBrazilian: boolean;
  readonly type: ReturnType<PhoneNumber['getType']>;
}

/**
 * Reads a phone number as a person typed it, as Brazilian if it has no country code. A mobile number from before 2016 gets its ninth digit, which
 * libphonenumber does not add (it calls the number invalid). Numbers that do not exist have no E.164 form.
 */
export function normalizePhone(text: string): NormalizedPhone {
  const phone = usualPhone(text) ?? parsePhone(text);
  if (phone === undefined) return INVALID;
  return { phoneE164: phone.e164, phoneKey: matchingKey(phone), phoneKind: phoneKind(phone) };
}

const USUAL_MOBILE = /^(?:\+55 ?)?\(?([14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])\)? ?(9\d{4})-?(\d{4})$/;

/** A mobile number of Brazil in one of its usual spellings: a twentieth of the library's time. A test compares both for every area code. */
function usualPhone(text: string): ReadPhone | undefined {
  const [, areaCode, ...subscriber] = USUAL_MOBILE.exec(text) ?? [];
  if (areaCode === undefined) return undefined;
  const nationalNumber = areaCode + subscriber.join('');
  return { e164: `+55${nationalNumber}`, nationalNumber, isBrazilian: true, type: 'MOBILE' };
}

function parsePhone(text: string): ReadPhone | undefined {
  // `00` is the prefix for international calls; in Brazil a carrier code follows it, which the library handles, so the plain text is tried second.
  const dialled = text.trim().replace(/^00(?=[^0])/, '+');
  const parsed = validPhone(dialled) ?? (dialled === text ? undefined : validPhone(text));
  if (parsed === undefined) return undefined;
  return { e164: parsed.number, nationalNumber: parsed.nationalNumber, isBrazilian: parsed.country === 'BR', type: parsed.getType() };
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

function phoneKind({ type, isBrazilian, nationalNumber }: ReadPhone): PhoneKind {
  if (type === 'FIXED_LINE') return 'fixo';
  if (type !== 'MOBILE') return 'outro';
  return isBrazilian && nationalNumber.length === 10 ? 'ambiguo' : 'movel';
}

/**
 * Area code and last eight digits, so that a number matches with and without its ninth digit. Only numbers that existed without it (6 to 9
 * after it) are shortened: 9 3333-4444 and the landline 3333-4444 belong to different people.
 */
function matchingKey({ e164, nationalNumber, isBrazilian }: ReadPhone): string {
  const [, areaCode, subscriber] = /^(\d\d)9?([2-9]\d{7})$/.exec(nationalNumber) ?? [];
  if (!isBrazilian || areaCode === undefined || subscriber === undefined) return e164;
  const isNewMobile = nationalNumber.length === 11 && /^[2-5]/.test(subscriber);
  return isNewMobile ? nationalNumber : areaCode + subscriber;
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
