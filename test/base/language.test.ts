import { describe, expect, test } from 'vitest';
import { languageOf } from '../../src/base/language.ts';

describe('the language of a terminal', () => {
  test.each(['pt', 'pt_BR', 'pt_BR.UTF-8', 'pt_PT@euro', 'PT-br'])('%s is Portuguese', (locale) => {
    expect(languageOf({ LANG: locale })).toBe('pt');
  });

  test.each(['', 'C', 'C.UTF-8', 'POSIX', 'en_US.UTF-8', 'de_DE', 'ptolemaic'])('%j is English', (locale) => {
    expect(languageOf({ LANG: locale })).toBe('en');
  });

  test('LC_ALL comes before LC_MESSAGES, which comes before LANG; an empty one does not count', () => {
    expect(languageOf({ LC_ALL: 'C', LC_MESSAGES: 'pt_BR', LANG: 'pt_BR' })).toBe('en');
    expect(languageOf({ LC_ALL: '', LC_MESSAGES: 'pt_BR', LANG: 'en_US' })).toBe('pt');
    expect(languageOf({})).toBe('en');
  });
});
