/**
 * The identifiers that Meta matches people by: SHA-256, in lower-case hexadecimal, of values in Meta's own normal form. It differs from Google's:
 * here Gmail's dots stay, and the `+` of a phone number is removed.
 *
 * Every function returns `undefined` for a value without a normal form; a wrong hash matches nobody, and one bad value makes Meta refuse a whole
 * request.
 */
import { sha256Hex } from '../../base/signature.ts';

/** `em`: an e-mail address, trimmed and in lower case. */
export function hashedEmail(email: string): string | undefined {
  return hashOf(email.trim().toLowerCase(), /^[^\s@]+@[^\s@]+$/);
}

/** `ph`: the digits of a number with its country code, without leading zeros. */
export function hashedPhone(phone: string): string | undefined {
  return hashOf(phone.replaceAll(/\D/g, '').replace(/^0+/, ''), /^\d{7,15}$/);
}

/** `fn` or `ln`: lower case, without punctuation; accents and letters of other scripts stay. */
export function hashedName(name: string): string | undefined {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\p{C}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return hashOf(plain);
}

/** `ct`: lower case and only a to z, as Meta's documentation requires: without accents, punctuation and spaces. */
export function hashedCity(city: string): string | undefined {
  return hashOf(letters(city.normalize('NFD').toLowerCase()));
}

/** `st`: the two letters of a state; for Brazilian states, also by name. */
export function hashedState(state: string): string | undefined {
  return hashOf(stateCode(state) ?? '');
}

/** `zp`: lower case, without spaces and dashes. */
export function hashedZip(zip: string): string | undefined {
  return hashOf(zip.toLowerCase().replaceAll(/[\s.\p{Pd}]/gu, ''), /^[a-z\d]{3,10}$/);
}

/** `country`: two letters (ISO 3166-1); Brazil also by name. */
export function hashedCountry(country: string): string | undefined {
  const plain = country.trim().toLowerCase();
  return hashOf(plain === 'brasil' || plain === 'brazil' ? 'br' : plain, /^[a-z]{2}$/);
}

/** `external_id`: an id of ours, unchanged. */
export function hashedId(id: string): string {
  return sha256Hex(id);
}

function hashOf(normal: string, form = /./): string | undefined {
  return form.test(normal) ? sha256Hex(normal) : undefined;
}

/** The 26 states of Brazil and its federal district: name without accents and blanks → code. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['acre', 'ac'],
  ['alagoas', 'al'],
  ['amapa', 'ap'],
  ['amazonas', 'am'],
  ['bahia', 'ba'],
  ['ceara', 'ce'],
  ['distritofederal', 'df'],
  ['espiritosanto', 'es'],
  ['goias', 'go'],
  ['maranhao', 'ma'],
  ['matogrosso', 'mt'],
  ['matogrossodosul', 'ms'],
  ['minasgerais', 'mg'],
  ['para', 'pa'],
  ['paraiba', 'pb'],
  ['parana', 'pr'],
  ['pernambuco', 'pe'],
  ['piaui', 'pi'],
  ['riodejaneiro', 'rj'],
  ['riograndedonorte', 'rn'],
  ['riograndedosul', 'rs'],
  ['rondonia', 'ro'],
  ['roraima', 'rr'],
  ['santacatarina', 'sc'],
  ['saopaulo', 'sp'],
  ['sergipe', 'se'],
  ['tocantins', 'to'],
]);

/**
 * The code of a state, two letters in lower case, from its name or code in any spelling: `São Paulo`, `Estado do Ceará`, `Campinas - SP`. Two
 * letters alone are read as a code, even of another country; `undefined` if no state is named.
 */
function stateCode(text: string): string | undefined {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const whole = letters(folded);
  if (whole.length === 2) return whole;
  const codes = [...CODES.values()];
  return folded
    .split(/[^a-z\s.']+/)
    .map((part) => letters(part.trim().replace(/^estado\s+(?:d[aeo]\s+)?/, '')))
    .map((part) => CODES.get(part) ?? codes.find((code) => code === part))
    .findLast((code) => code !== undefined);
}

function letters(text: string): string {
  return text.replaceAll(/[^a-z]/g, '');
}
