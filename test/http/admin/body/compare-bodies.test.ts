import { expect, test } from 'vitest';
import { compareBodies } from '../../../../src/http/admin/read/body/compare-bodies.ts';

function tryToCompare(first: string, second: string, masked = false) {
  return compareBodies(Buffer.from(first), Buffer.from(second), masked);
}

function compare(first: string, second: string, masked = false) {
  const comparison = tryToCompare(first, second, masked);
  return typeof comparison === 'string' ? undefined : comparison;
}

test('tells which fields differ, in objects and lists, and which one has', () => {
  const first = '{"nome":"Ana","utm":{"source":"a"},"l":[1,{"x":1}],"so":1}';
  const second = '{"utm":{"source":"b"},"l":[1,{"x":2},3],"nome":"Ana","novo":null}';
  expect(compare(first, second)?.differences).toEqual([
    { path: 'utm.source', first: '"a"', second: '"b"', looksEqual: false },
    { path: 'l[1].x', first: '1', second: '2', looksEqual: false },
    { path: 'l[2]', first: null, second: '3', looksEqual: false },
    { path: 'so', first: '1', second: null, looksEqual: false },
    { path: 'novo', first: null, second: 'null', looksEqual: false },
  ]);
});

test('compares numbers digit by digit, and a number with the same text', () => {
  expect(compare('{"id":12345678901234567890,"n":1}', '{"id":12345678901234567891,"n":"1"}')?.differences).toEqual([
    { path: 'id', first: '12345678901234567890', second: '12345678901234567891', looksEqual: false },
    { path: 'n', first: '1', second: '"1"', looksEqual: false },
  ]);
});

test('masked, it tells that a field differs but not what a person typed', () => {
  const first = '{"nome":"Ana Silva","id":"1","ana@example.com":{"a b":1},"m":{"x":"Rua A"}}';
  const second = '{"nome":"Bia Souza","id":"2","ana@example.com":{"a b":2},"m":"Rua B"}';
  expect(compare(first, second, true)?.differences).toEqual([
    { path: 'nome', first: '"A***"', second: '"B***"', looksEqual: false },
    { path: 'id', first: '"1"', second: '"2"', looksEqual: false },
    { path: '***3.***1', first: '"***"', second: '"***"', looksEqual: true },
    { path: 'm', first: '{"x":"R***"}', second: '"R***"', looksEqual: false },
  ]);
});

test('keys that are no plain words are quoted in the path; inherited names are ordinary keys', () => {
  expect(compare('{"a b":{"__proto__":1}}', '{"a b":{"__proto__":2,"constructor":3}}')?.differences).toEqual([
    { path: '["a b"].__proto__', first: '1', second: '2', looksEqual: false },
    { path: '["a b"].constructor', first: null, second: '3', looksEqual: false },
  ]);
});

test('what is no JSON cannot be compared', () => {
  expect(tryToCompare('{}', 'x')).toBe('not_json');
  expect(tryToCompare('', '{}')).toBe('not_json');
});

test('what is very large is not compared', () => {
  expect(tryToCompare('{}', JSON.stringify('x'.repeat(262_143)))).toBe('too_large');
});

test('many differences are counted, and few of them named', () => {
  const many = (value: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, value])));
  const comparison = compare(many(1), many(2));
  expect([comparison?.differences.length, comparison?.more]).toEqual([50, 450]);
});

test('says so where two values look equal because they are masked or cut off', () => {
  const pair = (field: string, first: string, second: string, masked: boolean) =>
    compare(JSON.stringify({ [field]: first }), JSON.stringify({ [field]: second }), masked)?.differences[0];
  expect(pair('nome', 'Ana Maria', 'Ana Marta', true)).toMatchObject({ looksEqual: true });
  expect(pair('nome', 'Ana Maria', 'Ana Marta', false)).toMatchObject({ looksEqual: false });
  expect(pair('x', `${'a'.repeat(400)}1`, `${'a'.repeat(400)}2`, false)).toMatchObject({ looksEqual: true });
});
