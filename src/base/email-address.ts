import { domainToASCII, domainToUnicode } from 'node:url';

/** RFC 3696, section 3: 64 characters, @ and 255. Normalizing takes quadratic time, and a visitor may send a megabyte. */
const LONGEST_ADDRESS = 320;

/** An address to which the steps below change nothing but upper case: a fifth of their time. A test compares both. */
const ORDINARY = /^[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/**
 * An e-mail address in the form used for comparison: trimmed, NFC, lower case, the domain in ASCII (punycode). `null` if it cannot be an address.
 * Dots and `+tags` stay: they are part of the address.
 */
export function normalizeEmail(text: string): string | null {
  if (text.length <= LONGEST_ADDRESS && ORDINARY.test(text)) return text.toLowerCase();
  const given = text.trim();
  if (given.length > LONGEST_ADDRESS) return null;
  const address = given.normalize('NFC').toLowerCase();
  const [local, domain, ...more] = address.split('@');
  if (local === undefined || local === '' || domain === undefined || more.length > 0) return null;
  if (/[\s\p{Cc}\p{Cf}]/u.test(address)) return null;
  const host = asciiDomain(domain);
  return host === null ? null : `${local}@${host}`;
}

/** A normalized address as people write it: also with the letters of its domain that are not ASCII. */
export function writtenEmails(email: string): readonly string[] {
  const [local, domain = ''] = email.split('@');
  const typed = `${local}@${domainToUnicode(domain)}`;
  return typed !== email && normalizeEmail(typed) === email ? [email, typed] : [email];
}

function asciiDomain(domain: string): string | null {
  // Plain domains bypass domainToASCII, which reads all-digit names as IPv4 addresses.
  const ascii = /^[\p{ASCII}]*$/u.test(domain) ? domain : domainToASCII(domain);
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(ascii) ? ascii : null;
}
