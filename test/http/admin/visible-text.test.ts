import { expect, test } from 'vitest';
import { visibleParts } from '../../../src/http/admin/pages/elements/visible-text.ts';

function shown(text: string): string {
  return visibleParts(text)
    .map((part) => (part.isEscape ? `[${part.text}]` : part.text))
    .join('');
}

test.each([
  ['plain text', 'João "da" Silva & filhos', 'João "da" Silva & filhos'],
  ['lines and tabs', 'a\n\tb', 'a\n\tb'],
  ['bidirectional marks', 'gpj.\u202Eexe', 'gpj.[\\u202e]exe'],
  ['isolates', '\u2066x\u2069', '[\\u2066]x[\\u2069]'],
  ['zero-width characters', 'pa\u200Bss\uFEFF', 'pa[\\u200b]ss[\\ufeff]'],
  ['terminal escapes, NUL and CR', '\u001B[31m\0\r', '[\\u001b][31m[\\u0000\\u000d]'],
  ['line separators', 'a\u2028b', 'a[\\u2028]b'],
  ['lone surrogates', 'a\uD800b', 'a[\\ud800]b'],
  ['tag characters', 'x\u{E0041}', 'x[\\u{e0041}]'],
  ['fillers that look like blanks', '\u3164', '[\\u3164]'],
  ['emoji with joiner and selector', '👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ['a joiner outside an emoji', 'a\u200Db', 'a[\\u200d]b'],
  ['nothing', '', ''],
])('%s', (_what, text, expected) => {
  expect(shown(text)).toBe(expected);
});
