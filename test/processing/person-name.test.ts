import { expect, test } from 'vitest';
import { personName } from '../../src/processing/contact-values.ts';

function marked(below: number, above: number): string {
  return `a${'\u0301'.repeat(above)}${'\u0316'.repeat(below)}`;
}

test('a name becomes NFC', () => {
  expect(personName('Joa\u0303o')).toBe('Jo\u00E3o');
});

test('30 combining marks on one character are normalised: those below come first', () => {
  expect(personName(marked(15, 15))).toBe(`\u00E1${'\u0316'.repeat(15)}${'\u0301'.repeat(14)}`);
  expect(personName(`${marked(15, 15)}b${marked(1, 1)}`)).not.toContain('\u0301\u0316');
});

test.each([31, 1_000])('a run of %d marks stays as given: sorting it takes quadratic time', (marks) => {
  const name = `${marked(marks - 15, 15)} Joa\u0303o`;
  expect(personName(name)).toBe(name);
});

test.each(['', ' ', '\u200B', '\u2800'])('%j is no name', (text) => {
  expect(personName(text)).toBeNull();
});
