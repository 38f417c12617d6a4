import { normalizeEmail } from '../../../base/email-address.ts';
import { phoneKeys } from '../search-words.ts';

/** RFC 5321. */
const LONGEST_LOCAL = 64;
/** What no local part has without quotes (RFC 5322 and RFC 6532). */
const NEVER_IN_LOCAL = /[\s\p{Cc}\p{Cf}"(),:;<>[\\\]]/u;
/** A sign may be part of the address, or what is before it: `o'brien@…`, `email=ana@…`. */
const LOCAL_STARTS = /(?<![a-z0-9])./gis;
/** In ASCII, also if a word of another script follows at once, and as people type it. */
const DOMAINS = [/^[a-z0-9.-]{2,254}[a-z0-9]/i, /^[\p{L}\p{M}\p{N}.-]{2,254}[\p{L}\p{M}\p{N}]/u];

/** Digits, and what people put between them. */
const NUMBERS = /\d[\d\s().+/-]{6,}/g;
/** The longest number (E.164), also digit by digit. */
const MOST_GROUPS = 15;
/** With `00` before it. */
const MOST_DIGITS = 17;

/** A byte or character in a URL or in JSON. */
const ENCODED = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\[nrt]/gi;
/** A character that was read as the bytes of its UTF-8 (`latin1`). */
const UTF8 = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/**
 * Whatever `PersonMatcher` may recognize in a text, normalized: all that could be an address or a number, because a comparison of fingerprints
 * finds nobody else. A body may be written to make this slow, so a character is in a limited number of them: a megabyte of digits with spaces
 * between takes 17 s with the fingerprints, one of prose 10 ms.
 */
export function* contactsIn(text: string): Generator<{ readonly kind: 3 | 4; readonly value: string }> {
  for (const reading of new Set([text, decoded(text)])) {
    for (const value of addressesIn(reading)) yield { kind: 3, value };
    for (const value of phoneKeysIn(reading)) yield { kind: 4, value };
  }
}

function decoded(text: string): string {
  return text
    .replace(ENCODED, (_, byte?: string, unit?: string) => String.fromCharCode(Number.parseInt(byte ?? unit ?? '20', 16)))
    .replace(UTF8, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

function* addressesIn(text: string): Generator<string> {
  const [first = '', ...parts] = text.split('@');
  let before = first;
  for (const behind of parts) {
    const domains = new Set(DOMAINS.flatMap((domain) => domain.exec(behind)?.[0] ?? []));
    const local = before.slice(-LONGEST_LOCAL).split(NEVER_IN_LOCAL).at(-1) ?? '';
    const starts = domains.size === 0 ? [] : local.matchAll(LOCAL_STARTS);
    for (const { index } of starts) {
      const addresses = Array.from(domains, (domain) => normalizeEmail(`${local.slice(index)}@${domain}`));
      yield* addresses.filter((address) => address !== null);
    }
    before = behind;
  }
}

function* phoneKeysIn(text: string): Generator<string> {
  for (const [written] of text.matchAll(NUMBERS)) {
    const groups = written.match(/\d+/g) ?? [];
    for (const first of groups.keys()) {
      let digits = '';
      for (const group of groups.slice(first, first + MOST_GROUPS)) {
        digits += group;
        if (digits.length > MOST_DIGITS) break;
        yield* keysOf(digits);
      }
    }
  }
}

/** As a number of any country, and as one of Brazil. */
function keysOf(digits: string): readonly string[] {
  const [, international] = /^(?:00)?([1-9]\d{6,14})$/.exec(digits) ?? [];
  const { key } = phoneKeys(digits.replace(/^(?:00)?(?:55)?0?(?=\d{10,11}$)/, ''));
  return [...(international === undefined ? [] : [`+${international}`]), ...(key === undefined ? [] : [key])];
}
