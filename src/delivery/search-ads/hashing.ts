/**
 * What the search-ads platform matches people by: SHA-256, in hexadecimal, of addresses and numbers in the platform's own normal form. It
 * differs from that of the social-ads platform: here Gmail's dots and suffixes go, and the `+` of a number stays.
 */
import { sha256Hex } from '../../base/signature.ts';

/** Addresses of these are one mailbox whatever dots stand in them, and whatever follows a `+`. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The hash of an e-mail address; undefined when it is none the platform takes. */
export function hashedEmail(email: string): string | undefined {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const local = DOTLESS_DOMAINS.has(domain) ? mailbox(address.slice(0, Math.max(at, 0))) : address.slice(0, Math.max(at, 0));
  return local === '' || domain === '' || /\s/.test(address) ? undefined : sha256Hex(`${local}@${domain}`);
}

/** The hash of a number in E.164 (`+5511987654321`); undefined when it is none. */
export function hashedPhone(e164: string): string | undefined {
  const number = e164.trim();
  return /^\+\d{7,15}$/.test(number) ? sha256Hex(number) : undefined;
}

function mailbox(local: string): string {
  const plus = local.indexOf('+');
  return (plus < 0 ? local : local.slice(0, plus)).replaceAll('.', '');
}
