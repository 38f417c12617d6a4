import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ERROR_REASONS,
  PROCESSING_REASONS,
  processingRule,
  type ReasonRule,
  UNKNOWN_REASON,
} from '../../src/delivery/search-ads/reasons.ts';
import { ROOT } from '../support/run-program.ts';

const PAGE = readFileSync(join(ROOT, 'docs/google-ads.md'), 'utf8');
const HOUR_MS = 3_600_000;

const FOLLOWS: Readonly<Record<Exclude<ReasonRule['follows'], 'later'>, string>> = {
  taken: 'counts as sent',
  outage: 'tried again with growing pauses',
  pause: 'the account pauses',
  credential: 'the account waits for its credential',
  account: 'the account waits, one alarm',
  contact_data: 'contact data waits, one alarm',
  action: 'the conversion action waits for you',
  person: 'waits for you',
  rejected: 'rejected',
};

function inWords(rule: ReasonRule): string {
  if (rule.follows !== 'later') return FOLLOWS[rule.follows];
  const atLast = rule.atLast === 'held' ? 'waits for you' : 'rejected';
  return `sent again every ${rule.waitMs / HOUR_MS} h for ${rule.longestMs / HOUR_MS} h, then ${atLast}`;
}

/** The rows of the table below a heading: reasons, what follows, and what a person does. */
function rowsBelow(heading: string): readonly (readonly [reason: string, follows: string, meaning: string])[] {
  const [, section = ''] = PAGE.split(`### ${heading}\n`);
  const lines =
    section
      .split(/\n#+ |\nSources/)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? [];
  return lines.slice(2).flatMap((line) => {
    const [reasons = '', follows = '', meaning = ''] = line.slice(2, -2).split(' | ');
    const names = Array.from(reasons.matchAll(/`([A-Z_0-9]+)`/g), ([, name = '']) => name);
    return (names.length === 0 ? [reasons] : names).map((name) => [name, follows, meaning] as const);
  });
}

test.each([
  ['Reasons of a result', PROCESSING_REASONS],
  ['Reasons of a refused request', ERROR_REASONS],
])('%s: the page says of each what the program does, and what it means', (heading, rules) => {
  const rows = rowsBelow(heading);
  const expected = [...Array.from(rules, ([name, rule]) => [name, inWords(rule)]), ['any other reason', inWords(UNKNOWN_REASON)]];
  expect(rows.map(([name, follows]) => [name, follows]).toSorted()).toEqual(expected.toSorted());
  expect(rows.filter(([, , meaning]) => meaning === '')).toEqual([]);
});

test('the words of a message about a result stand on the page', () => {
  for (const [name, , meaning] of rowsBelow('Reasons of a result')) {
    const { words = '', todo = '' } = processingRule(name);
    expect(meaning.toLowerCase()).toContain(words.toLowerCase());
    expect(meaning).toContain(todo);
  }
});
