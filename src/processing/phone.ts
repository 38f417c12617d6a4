import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { LeadFields, PhoneKind } from '../domain/lead.ts';

export type NormalizedPhone = Pick<LeadFields, 'phoneE164' | 'phoneKey' | 'phoneKind'>;

const INVALID: NormalizedPhone = { phoneE164: null, phoneKey: null, phoneKind: 'invalido' };

/**
 * What a phone number as a person typed it means, read as a Brazilian one unless it says otherwise. A mobile number
 * from before 2016 gets its ninth digit, which libphonenumber does not add (it calls the number invalid). Numbers that
 * do not exist have no E.164 form.
 */
export function normalizePhone(text: string): NormalizedPhone {
  const parsed = parsePhone(text);
  if (parsed === undefined) return INVALID;
  return { phoneE164: parsed.number, phoneKey: matchingKey(parsed), phoneKind: phoneKind(parsed) };
}

function parsePhone(text: string): PhoneNumber | undefined {
  // `00` is how people dial abroad; Brazil's own dialling puts a carrier after it, which the library knows, so that comes second.
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
 * Eight-digit numbers that begin with 6, 8 or 9 were mobile. Those with 7 still exist as such (trunked radio), so
 * nothing is inserted there; 2 to 5 are fixed lines.
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
 * Area code and last eight digits, so that a number matches with and without its ninth digit. Only numbers that existed
 * without it (6 to 9 after it) are shortened: 9 3333-4444 is somebody else than the fixed line 3333-4444.
 */
function matchingKey(phone: PhoneNumber): string {
  const [, areaCode, subscriber] = /^(\d\d)9?([2-9]\d{7})$/.exec(phone.nationalNumber) ?? [];
  if (phone.country !== 'BR' || areaCode === undefined || subscriber === undefined) return phone.number;
  const isNewMobile = phone.nationalNumber.length === 11 && /^[2-5]/.test(subscriber);
  return isNewMobile ? phone.nationalNumber : areaCode + subscriber;
}
