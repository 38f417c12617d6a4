/**
 * What the social-ads platform matches people by: SHA-256, in lower-case hexadecimal, of values in the platform's own normal form. It is
 * not that of the search-ads platform: here the dots of Gmail stay, and the `+` of a phone number goes.
 *
 * Every function returns undefined for what has no normal form; a wrong hash matches nobody, and one bad value refuses a whole request.
 */
import { sha256Hex } from '../../base/signature.ts';
import { stateCode } from './brazilian-states.ts';

/** `em`: an e-mail address, trimmed and in lower case. */
export function hashedEmail(email: string): string | undefined {
  const address = email.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? sha256Hex(address) : undefined;
}

/** `ph`: the digits of a number with its country code, without zeros in front. */
export function hashedPhone(phone: string): string | undefined {
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 7 && digits.length <= 15 ? sha256Hex(digits) : undefined;
}

/** `fn` or `ln`: lower case, without punctuation; accents and letters of other scripts stay. */
export function hashedName(name: string): string | undefined {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\p{C}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? undefined : sha256Hex(plain);
}

/** `ct`: lower case and a to z only, as the platform's documentation wants it: accents go, and punctuation and spaces. */
export function hashedCity(city: string): string | undefined {
  const letters = city
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return letters === '' ? undefined : sha256Hex(letters);
}

/** `st`: the two letters of a state; those of Brazil also by their names. */
export function hashedState(state: string): string | undefined {
  const code = stateCode(state);
  return code === undefined ? undefined : sha256Hex(code);
}

/** `zp`: lower case, without spaces and dashes. */
export function hashedZip(zip: string): string | undefined {
  const plain = zip.toLowerCase().replaceAll(/[\s.\p{Pd}]/gu, '');
  return /^[a-z\d]{3,10}$/.test(plain) ? sha256Hex(plain) : undefined;
}

/** `country`: two letters (ISO 3166-1); Brazil also by its name. */
export function hashedCountry(country: string): string | undefined {
  const plain = country.trim().toLowerCase();
  const code = plain === 'brasil' || plain === 'brazil' ? 'br' : plain;
  return /^[a-z]{2}$/.test(code) ? sha256Hex(code) : undefined;
}

/** `external_id`: an id of ours, as it is. */
export function hashedId(id: string): string {
  return sha256Hex(id);
}
