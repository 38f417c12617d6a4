import type { FaultParams } from '../../src/domain/fault.ts';
import { faultText } from '../../src/presentation/fault-text.ts';

/** Matches the parameters of a fault whose English text contains these words or matches this pattern. */
export function saying(words: string | RegExp): FaultParams {
  const isSaid = (text: string): boolean => (typeof words === 'string' ? text.includes(words) : words.test(text));
  const matcher = {
    asymmetricMatch: (actual: unknown): boolean => typeof actual === 'string' && isSaid(faultText(actual as FaultParams, 'en')),
    toString: () => 'saying',
    toAsymmetricMatcher: () => `saying ${words}`,
  };
  return matcher as unknown as FaultParams;
}

/** The English text of a fault; '' if there is none. */
export function english(params: string | undefined): string {
  return faultText((params ?? '') as FaultParams, 'en');
}

/** A made-up sentence in the format of a fault, shown unchanged in every language. */
export function inWords(sentence: string): FaultParams {
  return JSON.stringify([[sentence]]) as FaultParams;
}
