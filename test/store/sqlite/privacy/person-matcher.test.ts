import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizePhone } from '../../../../src/processing/contact-values.ts';
import { PersonMatcher, withoutIdentities } from '../../../../src/store/sql/privacy/person-matcher.ts';
import { batchDelivery } from '../../../support/factories.ts';

const ana = new PersonMatcher({ emails: ['ana+x@example.com'], phones: ['1187654321', '+12025550123'], texts: ['Cj0KCQjw-ana_1'] });

describe('recognizes a person', () => {
  test.each([
    ...['ana+x@example.com', 'ANA+X@Example.COM', '"email":"ana+x@example.com"', 'ana%2Bx%40example.com', 'ana\\u002bx\\u0040example.com'],
    ...['to%20ana+x@example.com', 'Write to ana+x@example.com.', 'mailto:ana+x@example.com?subject=Hi', '\\nana+x@example.com'],
    ...['11987654321', '1187654321', '+55 11 98765-4321', '+5511987654321', '(11) 98765.4321', '011 8765-4321', '%2B5511987654321'],
    ...['0055 11 98765 4321', '%2811%29%2098765-4321', '"telefone":11987654321}', '+1 202-555-0123', '12025550123'],
    ...['gclid=Cj0KCQjw-ana_1&x=1', 'fb.1.1700000000000.Cj0KCQjw-ana_1'],
  ])('in %j', (text) => {
    expect(ana.mentions(text)).toBe(true);
    expect(ana.mentions(ana.withoutMentions(text))).toBe(false);
  });

  test.each([
    ...['joana+x@example.com', 'ana@example.com', 'ana+x@example.com.br', 'ana+x@example.community', 'x-ana+x@example.com'],
    ...['21987654321', '119876543210', '911987654321987', '+55 11 98765-4320', '2025550124', 'Cj0KCQjw-ana_12', 'xCj0KCQjw-ana_1'],
  ])('but not somebody else in %j', (text) => {
    expect(ana.mentions(text)).toBe(false);
    expect(ana.withoutMentions(text)).toBe(text);
  });

  test('in capitals, and not somebody else whose capitals are the same', () => {
    const matcher = new PersonMatcher({ emails: ['jılı@xn--exmple-cua.com'], phones: [], texts: [] });
    for (const text of ['JıLı@EXÄMPLE.COM', 'j%C4%B1l%c4%b1@ex%C3%84mple.com', 'jılı@ex\\u00c4mple.com', 'jılı@xn--exmple-cua.com'])
      expect(matcher.mentions(text)).toBe(true);
    for (const text of ['jili@exämple.com', 'JILI@EXÄMPLE.COM', 'jılı@example.com', 'jılı@exåmple.com', 'jılı@exämple.com.br'])
      expect(matcher.mentions(text)).toBe(false);
  });

  test('whatever the address, the encoding and the text around it', () => {
    const local = fc.stringMatching(/^[a-z0-9][a-z0-9._+-]{0,20}[a-z0-9]$/);
    const address = fc.tuple(local, fc.stringMatching(/^[a-z0-9]{1,10}\.(com|com\.br|org)$/)).map(([name, host]) => `${name}@${host}`);
    const encodings: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => encodeURIComponent(text),
      (text) => text.replace('@', '\\u0040'),
      (text) => JSON.stringify({ email: text }),
    ];
    const around = fc.constantFrom('', ' ', '"', '<', ',', '%20', '\\n', ';');
    fc.assert(
      fc.property(address, fc.constantFrom(...encodings), around, (email, encode, edge) => {
        const matcher = new PersonMatcher({ emails: [email], phones: [], texts: [] });
        const text = `a ${edge}${encode(email)}${edge === '%20' || edge === '\\n' ? ' ' : edge} b`;
        expect(matcher.mentions(text)).toBe(true);
        expect(matcher.withoutMentions(text).toLowerCase()).not.toContain(email);
      }),
    );
  });

  test('whatever way a Brazilian mobile number is written', () => {
    const written = fc.tuple(
      fc.constantFrom('', '+55 ', '55', '0055', '0'),
      fc.constantFrom('11', '21', '48'),
      fc.constantFrom('9', ''),
      fc.stringMatching(/^[6-9]\d{7}$/),
      fc.constantFrom('', '-', ' ', '.'),
    );
    fc.assert(
      fc.property(written, ([prefix, area, nine, last, between]) => {
        const { phoneKey } = normalizePhone(`${area}9${last}`);
        const matcher = new PersonMatcher({ emails: [], phones: [phoneKey ?? ''], texts: [] });
        expect(matcher.mentions(`tel. ${prefix}(${area}) ${nine}${last.slice(0, 4)}${between}${last.slice(4)}, obrigado`)).toBe(true);
      }),
    );
  });
});

test('a number in JSON becomes null, so that the body stays JSON', () => {
  const body = '{"telefone": 5511987654321, "ddd":[11987654321], "nota":"liga 11 98765-4321"}';
  expect(JSON.parse(ana.withoutMentions(body))).toEqual({ telefone: null, ddd: [null], nota: 'liga ***' });
});

test('a number without its ninth digit that looks like a Unix time is none', () => {
  const matcher = new PersonMatcher({ emails: [], phones: ['1795123456'], texts: [] });
  expect(matcher.mentions('{"timestamp":1795123456}')).toBe(false);
  for (const text of ['17 9512-3456', '17995123456', '+55 (17) 99512-3456', '551795123456']) expect(matcher.mentions(text)).toBe(true);
});

test.each([
  ['{"tel":11987654321.0}', '{"tel":null}'],
  ['{"tel":-11987654321}', '{"tel":null}'],
  [`{"tel":${' '.repeat(100)}11987654321}`, `{"tel":${' '.repeat(100)}null}`],
])('a body stays JSON: %s', (body, expected) => {
  expect(ana.withoutMentions(body)).toBe(expected);
});

test('outside of JSON, a number is replaced like a text', () => {
  expect(ana.withoutMentions('Ana, 11987654321, pediu', false)).toBe('Ana, ***, pediu');
});

test.each([
  [true, { nome: 'Ana', email: 'Ana+X@example.com' }],
  [true, { contato: { telefone: '(11) 98765-4321' } }],
  [true, { user_column_data: [{ column_id: 'EMAIL', string_value: 'ana+x@example.com' }] }],
  [false, { nome: 'Bob', mensagem: 'Indicado por ana+x@example.com' }],
  [false, { nome: 'Bob', telefone: '11 91234-5678' }],
])('is about the person: %j, for %j', (expected, body) => {
  expect(ana.isAbout(Buffer.from(JSON.stringify(body)))).toBe(expected);
});

describe('a notification of several leads', () => {
  const { body } = batchDelivery(['91234567890120001', '91234567890120002']);

  test('loses those that are about the person', () => {
    const left = JSON.parse(Buffer.from(withoutIdentities(body, ['91234567890120001'])).toString());
    expect(left).toEqual({
      object: 'page',
      entry: [{ id: 'page-1', changes: [{ field: 'leadgen', value: { leadgen_id: '91234567890120002' } }] }],
    });
  });

  test('is empty if none is left', () => {
    expect(withoutIdentities(body, ['91234567890120001', '91234567890120002'])).toHaveLength(0);
  });
});
