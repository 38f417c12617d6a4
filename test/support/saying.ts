import { faultText } from '../../src/presentation/fault-text.ts';

/** Matches what a fault says, which is stored as data: its English text holds these words, or is like this. */
export function saying(words: string | RegExp): string {
  const isSaid = (text: string): boolean => (typeof words === 'string' ? text.includes(words) : words.test(text));
  const matcher = {
    asymmetricMatch: (actual: unknown): boolean => typeof actual === 'string' && isSaid(faultText(actual, 'en')),
    toString: () => 'saying',
    toAsymmetricMatcher: () => `saying ${words}`,
  };
  return matcher as unknown as string;
}

/** The same in English; nothing said is no text. */
export function english(message: string | undefined): string {
  return faultText(message ?? '', 'en');
}
