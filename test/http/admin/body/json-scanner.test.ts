import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonScanner } from '../../../../src/http/admin/read/body/json-scanner.ts';

const folder = new URL('../../../vectors/json/', import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Scan {
  readonly pieces: readonly (readonly [kind: string, text: string])[];
  readonly brokenAt: number | null;
}

function scan(text: string): Scan {
  const scanner = new JsonScanner(text);
  const pieces: [string, string][] = [];
  while (scanner.next()) pieces.push([scanner.kind, text.slice(scanner.start, scanner.end)]);
  return { pieces, brokenAt: scanner.brokenAt };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

/** What must hold for any text: no part is lost or empty, and JSON is what JSON.parse accepts. */
function expectSound(text: string): void {
  const { pieces, brokenAt } = scan(text);
  expect(pieces.map(([, piece]) => piece).join('')).toBe(text);
  expect(pieces.every(([, piece]) => piece !== '')).toBe(true);
  expect([text, brokenAt === null]).toEqual([text, isJson(text)]);
  if (brokenAt !== null) expect(brokenAt).toBeLessThanOrEqual(text.length);
}

describe('the pieces put together are the text, and JSON is what JSON.parse takes for it', () => {
  test('the JSON test suite', () => {
    expect(vectors.length).toBeGreaterThan(300);
    for (const name of vectors) expectSound(readFileSync(new URL(encodeURIComponent(name), folder), 'utf8'));
  });

  test('any text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), expectSound), { numRuns: 500 }));

  test('texts of the signs of JSON', () => {
    const unit = fc.constantFrom(...'{}[]:,"\\ \n\t019.-+eEtrufalsn\u0000\u2028', '"a"', '"a":', 'true', 'null', '\\u00e9', '\uD800');
    fc.assert(fc.property(fc.string({ unit, maxLength: 24 }), expectSound), { numRuns: 5_000 });
  });

  test('any JSON, and the same with one character more, less or changed', () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '0', 'x', '\\', '\u0001'), fc.nat({ max: 1 }));
    const property = fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), edit, (value, indent, [at, put, cut]) => {
      const text = JSON.stringify(value, null, indent);
      expectSound(text);
      const place = at % (text.length + 1);
      expectSound(text.slice(0, place) + put + text.slice(place + cut));
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

test('numbers, repeated keys, escapes and blanks stay as they were written', () => {
  const text = '\uFEFF{ "id" : 12345678901234567890,"id":1.0e+2,\t"n\\u00e3o":"\\ud83d\\ude00",\r\n"x":[ ] }';
  expect(scan(text).pieces.filter(([kind]) => kind !== 'space' && kind !== 'mark')).toEqual([
    ['key', '"id"'],
    ['number', '12345678901234567890'],
    ['key', '"id"'],
    ['number', '1.0e+2'],
    ['key', '"n\\u00e3o"'],
    ['string', '"\\ud83d\\ude00"'],
    ['key', '"x"'],
  ]);
});

test.each([
  ['', 0],
  ['{"a":1', 6],
  ['{"a":1,}', 7],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ["{'a':1}", 1],
  ['"a\nb"', 2],
  ['"a\\x"', 2],
  ['"\\u12g4"', 1],
  [`"${'\\n'.repeat(100)}\\x"`, 201],
  ['"abc', 4],
  ['01', 1],
  ['{"a":1}}', 7],
  ['[1]\uFEFF', 3],
  ['tru', 0],
])('%j breaks at %i', (text, at) => expect(scan(text).brokenAt).toBe(at));

test('a megabyte of the most pieces, and of the deepest nesting, is walked through quickly', () => {
  const texts = [`[${'1,'.repeat(500_000)}1]`, '['.repeat(1_000_000), '{"":'.repeat(250_000), `"${'\\"'.repeat(500_000)}"`];
  const took = texts.map((text) => {
    const startedAt = performance.now();
    const scanner = new JsonScanner(text);
    while (scanner.next());
    return Math.round(performance.now() - startedAt);
  });
  expect(Math.max(...took)).toBeLessThan(5_000);
});
