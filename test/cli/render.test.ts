import { describe, expect, test } from 'vitest';
import { counted, jsonText, renderBlock, renderBytes, wrapText } from '../../src/cli/render.ts';

test('renderBlock aligns values', () => {
  const block = renderBlock([
    ['Queue', 'webhooks'],
    ['Oldest job', null],
  ]);
  expect(block).toBe('Queue       webhooks\nOldest job  -');
});

test('jsonText escapes what JSON leaves bare, and means the same', () => {
  const value = { nome: 'a\u009b2J\u202Eb\u007f', id: 'ção' };
  const text = jsonText(value);
  expect(text).toContain('a\\u009b2J\\u202eb\\u007f');
  expect(text).toContain('ção');
  expect(JSON.parse(text)).toEqual(value);
});

test('numbers for people', () => {
  expect([0, 1023, 1024, 5_242_880].map(renderBytes)).toEqual(['0 B', '1023 B', '1.0 KiB', '5.0 MiB']);
  expect([counted(1, 'job'), counted(2, 'job')]).toEqual(['1 job', '2 jobs']);
});

describe('wrapText', () => {
  test('breaks between words, and inside a word that is longer than the line', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrapText('  spaces   between  ', 40)).toEqual(['spaces   between']);
  });
});
