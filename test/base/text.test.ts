import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasVisibleCharacter, printableLine, storableText } from '../../src/base/text.ts';

describe('hasVisibleCharacter', () => {
  test.each(['a', '7', '.', 'ç', '李', '👩‍👩‍👧', ' x ', '\u200Bx', '́'])('%j is visible', (text) => {
    expect(hasVisibleCharacter(text)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '\t\r\n',
    '\u00A0',
    '\u3000',
    '\u200B',
    '\u200D\uFEFF',
    '\u2060',
    '\u00AD',
    '\u115F',
    '\u3164',
    '\u2800',
    '\0',
    '\u202E',
    '\u{E0020}',
  ])('%j is not', (text) => {
    expect(hasVisibleCharacter(text)).toBe(false);
  });
});

describe('storableText', () => {
  test('replaces NUL and lone surrogates, and nothing else', () => {
    expect(storableText('a\0b\ud800c\udc00d👍')).toBe('a\uFFFDb\uFFFDc\uFFFDd👍');
  });

  test('gives text that survives UTF-8, and is the same the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = storableText(text);
        expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
        expect(stored).not.toContain('\0');
        expect(storableText(stored)).toBe(stored);
        expect(stored).toHaveLength(text.length);
      }),
    );
  });
});

describe('printableLine', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', '·[31mred·[0m'],
    ['two\nlines\r', 'two·lines·'],
    ['\u009b2J', '·2J'],
    ['abc\u202Edef', 'abc·def'],
    ['a\u2028b\u2029c', 'a·b·c'],
    ['São Paulo 👍', 'São Paulo 👍'],
  ])('%j becomes %j', (text, line) => {
    expect(printableLine(text)).toBe(line);
  });

  test('leaves nothing that moves the cursor, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printableLine(text)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
