import { describe, expect, test } from 'vitest';
import { counted, jsonText, paragraph, renderBlock, renderBytes, wrapText } from '../../src/cli/render.ts';

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
    // In a terminal that is narrower than the indent.
    expect(wrapText('ab c', -7)).toEqual(['a', 'b', 'c']);
    expect(wrapText('  spaces   between  ', 40)).toEqual(['spaces   between']);
  });
});

describe('paragraph', () => {
  const text = 'Error: These files differ:\n  /etc/lead-intake.env\nCompare one with `diff`.';

  test('fits the terminal between words, keeps indents, and leaves a long word whole', () => {
    expect(paragraph(text, { isTTY: true, columns: 14 }).split('\n')).toEqual([
      'Error: These',
      'files differ:',
      '  /etc/lead-intake.env',
      'Compare one',
      'with `diff`.',
    ]);
  });

  test('stays as it is where there is no terminal, or one that does not tell its width', () => {
    expect(paragraph(text, { isTTY: false, columns: 14 })).toBe(text);
    expect(paragraph(text, { isTTY: true, columns: 0 })).toBe(text);
  });
});
