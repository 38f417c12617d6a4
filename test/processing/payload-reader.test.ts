import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, parseJson, writeJson } from '../../src/base/exact-json.ts';
import { PayloadReader } from '../../src/processing/payload-reader.ts';

function objectOf(text: string): JsonObject {
  const reading = parseJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) throw new Error('not an object');
  return reading.value;
}

describe('text', () => {
  test('numbers become their exact digits', () => {
    const reader = new PayloadReader(objectOf('{"a":12345678901234567890,"b":1.50,"c":0}'));
    expect([reader.text('a'), reader.text('b'), reader.text('c')]).toEqual(['12345678901234567890', '1.5', '0']);
    expect(reader.rest()).toEqual({});
  });

  test('blank text and null are absent, and not kept either', () => {
    const reader = new PayloadReader({ a: '', b: ' \t\u00A0', c: null });
    expect([reader.text('a'), reader.text('b'), reader.text('c'), reader.text('d')]).toEqual([null, null, null, null]);
    expect(reader.rest()).toEqual({});
  });

  test('what is no text stays in the rest', () => {
    const odd = { a: ['x'], b: { c: 1 }, d: true };
    const reader = new PayloadReader(odd);
    expect([reader.text('a'), reader.text('b'), reader.text('d')]).toEqual([null, null, null]);
    expect(reader.rest()).toEqual(odd);
  });

  test('of several keys the first that says something wins; one that differs is kept, one that agrees is not', () => {
    const reader = new PayloadReader({ a: {}, b: '', c: 'first', d: 'other', e: 'first' });
    expect(reader.text('a', 'b', 'c', 'd', 'e')).toBe('first');
    expect(reader.rest()).toEqual({ a: {}, d: 'other' });
  });

  test('text that no store can hold is mended', () => {
    expect(new PayloadReader({ a: 'x\0y\uD800z' }).text('a')).toBe('x\uFFFDy\uFFFDz');
  });
});

describe('rest', () => {
  test('keeps unknown keys exactly, hostile names included', () => {
    const text = '{"__proto__":{"x":1},"constructor":"c","n":1234567890123456789012,"deep":[{"v":null,"d":0.1}]}';
    const rest = new PayloadReader(objectOf(text)).rest();
    expect(writeJson(rest)).toBe(text);
    expect(Object.getPrototypeOf(rest)).toBe(Object.prototype);
  });

  test('mends text and keys at every depth without losing one to another', () => {
    const rest = new PayloadReader({ 'k\0': 'a\0', 'k\uFFFD': 'b', list: [{ 'x\uDC00': 'c\uD800' }] }).rest();
    expect(rest).toEqual({ 'k\uFFFD#2': 'a\uFFFD', 'k\uFFFD': 'b', list: [{ 'x\uFFFD': 'c\uFFFD' }] });
  });

  test('a new name is never one that another key has, or gets', () => {
    const rest = new PayloadReader({ 'k\uD800': 1, 'k\uD801': 2, 'k\uFFFD#2': 3, 'k\uD802#3': 4, 'k\uD803': 5 }).rest();
    expect(rest).toEqual({ 'k\uFFFD': 1, 'k\uFFFD#3': 2, 'k\uFFFD#2': 3, 'k\uFFFD#3#2': 4, 'k\uFFFD#4': 5 });
  });

  test('50,000 keys that become one name keep their values', () => {
    const names = Array.from({ length: 50_000 }, (_, i) => String.fromCharCode(0xd800 + (i >> 10), 0xd800 + (i & 0x3ff)));
    const rest = new PayloadReader(Object.fromEntries(names.map((name, i) => [name, i]))).rest();
    expect(Object.entries(rest).at(-1)).toEqual(['\uFFFD\uFFFD#50000', 49_999]);
    expect(new Set(Object.values(rest)).size).toBe(50_000);
  });
});
