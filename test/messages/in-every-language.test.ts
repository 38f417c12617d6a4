import { expect, test } from 'vitest';
import { inEveryLanguage } from '../../src/messages/messages.ts';

test('a text is made when it is first read, and once for each language', () => {
  const made: string[] = [];
  const text = inEveryLanguage((_, language) => {
    made.push(language);
    return language.toUpperCase();
  });
  expect(made).toEqual([]);
  expect([text.pt, text.pt, text.en, text.en]).toEqual(['PT', 'PT', 'EN', 'EN']);
  expect(made).toEqual(['pt', 'en']);
});
