import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeEmail } from '../../../../src/base/email-address.ts';
import { normalizePhone } from '../../../../src/processing/contact-values.ts';
import { contactsIn } from '../../../../src/store/sql/privacy/contacts-in-text.ts';
import { latin1, PersonMatcher } from '../../../../src/store/sql/privacy/person-matcher.ts';

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify({ email: text }),
  (text) => text.replace(/[^a-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text) => latin1(Buffer.from(text)),
];
const EDGES = ['', ' ', '"', '<', ',', '%20', '\\n', ';', '&email=', ' / ', '. ', '(', "'", 'x@example.com '];

function valuesIn(text: string): readonly string[] {
  return Array.from(contactsIn(text), ({ value }) => value);
}

test('an address that a matcher recognizes is among those of the text', () => {
  const local = fc.stringMatching(/^[a-z0-9é][a-z0-9._+'&={}!#$*/?^|~éçñ-]{0,20}[a-z0-9é]$/);
  const address = fc
    .tuple(local, fc.stringMatching(/^[a-z0-9]([a-z0-9äß-]{0,8}[a-z0-9])?\.(com|com\.br|org)$/))
    .map((parts) => parts.join('@'));
  fc.assert(
    fc.property(
      address,
      fc.constantFrom(...ENCODINGS),
      fc.constantFrom(...EDGES),
      fc.constantFrom(...EDGES),
      (typed, encode, before, after) => {
        const email = normalizeEmail(typed);
        fc.pre(email !== null);
        const text = `Oi${before}${encode(typed)}${after}tchau`;
        fc.pre(new PersonMatcher({ emails: [email], phones: [], texts: [] }).mentions(text));
        expect(valuesIn(text)).toContain(email);
      },
    ),
    { numRuns: 500 },
  );
});

test('a number that a matcher recognizes is among those of the text', () => {
  const gap = fc.constantFrom('', ' ', '-', '.', ') ', '\u00a0', ' / ');
  const number = fc.constantFrom('+5511987654321', '+551133334444', '+5555998765432', '+12025550123', '+442079460958', '+351912345678');
  const prefix = fc.constantFrom('', '00', '0055', '0', '+', '(', '+55 (0');
  fc.assert(
    fc.property(
      number,
      fc.array(gap, { minLength: 16, maxLength: 16 }),
      prefix,
      fc.constantFrom(...ENCODINGS),
      fc.constantFrom(...EDGES),
      (e164, gaps, begin, encode, edge) => {
        const digits = e164.startsWith('+55') ? e164.slice(3) : e164.slice(1);
        const written = begin + Array.from(digits, (digit, at) => digit + gaps[at]).join('');
        const text = `Ligue 2x${edge}${encode(written)}${edge} 30`;
        const key = normalizePhone(e164).phoneKey ?? '';
        fc.pre(new PersonMatcher({ emails: [], phones: [key], texts: [] }).mentions(text));
        expect(valuesIn(text)).toContain(key);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each(['a@', '&=', '&@abc', '&a@é.com ', '1 ', '12 3', '1', '1-1', '%41@', 'é@', '@', '.-', '\\u0040'])(
  'no text has more of them for each of its characters, however it is written: %j repeated',
  (written) => {
    expect(valuesIn(written.repeat(10_000)).length).toBeLessThan(written.length * 10_000 * 12);
  },
);
