import { expect, test } from 'vitest';
import { markdownText } from '../../../src/cli/docs/markdown-text.ts';

test.each([
  ['a heading', '# Back up\nOne sentence.', 'Back up\n\nOne sentence.'],
  ['a paragraph, wrapped anew', 'one two three\nfour five six seven eight', 'one two three four five six\nseven eight'],
  [
    'a list with a long item',
    '- one two three four five six seven\n  eight\n- nine',
    '- one two three four five\n  six seven eight\n- nine',
  ],
  [
    'a block of code, as it is',
    '```sh\nlead-intake init   # with a long remark\n```\nThen this.',
    '    lead-intake init   # with a long remark\n\nThen this.',
  ],
  ['a table in columns', '| A | What it is |\n|---|---|\n| bb | one |', 'A   What it is\nbb  one'],
  [
    'a table that is too wide',
    `| Setting | Meaning |\n|---|---|\n| ${'X'.repeat(25)} | where it is |`,
    `${'X'.repeat(25)}\n    where it is`,
  ],
  ['a link to another page', 'See [Google](google-ads.md#key).', 'See Google (`lead-intake\ndocs google-ads`).'],
  ['a link elsewhere, an image, a comment', '[x](https://a.example) ![p](p.png)<!-- no -->', 'x (https://a.example) [p]'],
])('%s', (_what, markdown, text) => {
  expect(markdownText(markdown, 28)).toBe(text);
});
