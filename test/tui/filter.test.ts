import { expect, test } from 'vitest';
import { matches, needsRows, readFilter, sourceFilterOf } from '../../src/tui/filter.ts';

const ROW = {
  event: { text: '12' },
  state: { text: 'Failed', word: 'erro' },
  source: { text: 'Google Ads', word: 'search_ads' },
  type: { text: 'lead' },
  identity: { text: 'form-12' },
  error: { text: 'Unknown campaign', word: 'unknown_campaign' },
  name: { text: 'João' },
};

function filterOf(text: string) {
  const reading = readFilter(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.filter;
}

test.each([
  ['', true],
  ['search', true],
  ['SEARCH campaign', true],
  ['search social', false],
  ['joao', true],
  ['!social', true],
  ['!search', false],
  ['/^12 failed erro/', true],
  ['/form-\\d+$/', false],
  ['/unknown_(campaign|form)/ !/social/', true],
  ['!/a b/', true],
  ['status:erro', true],
  ['status:err', false],
  ['state:failed', true],
  ['!state:failed', false],
  ['source:google-ads error:Unknown_Campaign', true],
  ['state:fail', false],
  ['state:erro source:search_ads', true],
  ['!status:processado', true],
  ['a.b', false],
  ['http://x', false],
])('"%s" on a row is %s', (text, expected) => {
  expect(matches(filterOf(text), ROW)).toBe(expected);
});

test('what is no expression is told, not tried', () => {
  expect(readFilter('/(/').ok).toBe(false);
  expect(readFilter('!/[/').ok).toBe(false);
});

test('whole columns are left to the source, which has indexes; the rest is tried on rows', () => {
  const filter = filterOf('status:erro erro:unknown_campaign identidade:form-12');
  expect(sourceFilterOf(filter)).toEqual({ status: 'erro', errorCode: 'unknown_campaign', identity: 'form-12' });
  expect(needsRows(filter)).toBe(false);
  expect(needsRows(filterOf('status:erro ana'))).toBe(true);
  expect(sourceFilterOf(filterOf('!status:erro'))).toEqual({});
  expect(needsRows(filterOf('!status:erro'))).toBe(true);
});
