/**
 * The identifiers that Google Ads matches people by: SHA-256, in hexadecimal, of addresses and numbers in Google's own normal form. It differs
 * from Meta's: here Gmail's dots and suffixes are removed, and the `+` of a number stays.
 */
import { sha256Hex } from '../../base/signature.ts';

/** These providers ignore dots in an address and anything after a `+`. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The hash of an e-mail address; `undefined` if the platform would not accept it. */
export function hashedEmail(email: string): string | undefined {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const local = DOTLESS_DOMAINS.has(domain) ? mailbox(address.slice(0, Math.max(at, 0))) : address.slice(0, Math.max(at, 0));
  return local === '' || domain === '' || /\s/.test(address) ? undefined : sha256Hex(`${local}@${domain}`);
}

/** The hash of a number in E.164 (`+5511987654321`); `undefined` if it is not one. */
export function hashedPhone(e164: string): string | undefined {
  const number = e164.trim();
  return /^\+\d{7,15}$/.test(number) ? sha256Hex(number) : undefined;
}

function mailbox(local: string): string {
  const plus = local.indexOf('+');
  return (plus < 0 ? local : local.slice(0, plus)).replaceAll('.', '');
}
