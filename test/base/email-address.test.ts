import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeEmail, writtenEmails } from '../../src/base/email-address.ts';

test.each([
  ['joao@example.com.br', 'joao@example.com.br'],
  ['  Joao.Silva+Site@Example.COM\t', 'joao.silva+site@example.com'],
  ['JOA\u0303O@example.com', 'jo\u00E3o@example.com'],
  ['ana@Müller.de', 'ana@xn--mller-kva.de'],
  ['ana@mu\u0308ller.de', 'ana@xn--mller-kva.de'],
  ['contato@são-paulo.com.br', 'contato@xn--so-paulo-rza.com.br'],
  ['root@localhost', 'root@localhost'],
  ['a@123.com', 'a@123.com'],
  ['a@163', 'a@163'],
  [` ${'a'.repeat(308)}@example.com `, `${'a'.repeat(308)}@example.com`],
])('%j becomes %j', (given, expected) => {
  expect(normalizeEmail(given)).toBe(expected);
});

test.each([
  ['ana@xn--mller-kva.de', ['ana@xn--mller-kva.de', 'ana@müller.de']],
  ['jo\u00E3o@example.com', ['jo\u00E3o@example.com']],
  ['a@163', ['a@163']],
  ['a@xn--a', ['a@xn--a']],
])('people write %j as %j', (email, expected) => {
  expect(writtenEmails(email)).toEqual(expected);
});

test.each([
  '',
  'joao',
  '@example.com',
  'joao@',
  'joao @example.com',
  'joao@exam ple.com',
  'joao\u00A0silva@example.com',
  'jo\u200Bao@example.com',
  'a@b@example.com',
  'a@x.com;b@y.com',
  'a@example..com',
  'a@example.com.',
  'a@[127.0.0.1]',
  'a@ex_ample.com',
  'a@\u2603\uFFFD.com',
  `${'a'.repeat(309)}@example.com`,
])('%j is no address', (given) => {
  expect(normalizeEmail(given)).toBeNull();
});

test('an ordinary address is normalized as it is between blanks', () => {
  const part = fc.string({ unit: fc.constantFrom(...'aZ9.-_%+@ \u00A0\u017F\u212A!\n'), maxLength: 12 });
  const given = fc.oneof(
    part,
    fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.com`),
  );
  fc.assert(
    fc.property(given, (text) => {
      expect(normalizeEmail(text)).toBe(normalizeEmail(` ${text} `));
    }),
    { numRuns: 2_000 },
  );
});
