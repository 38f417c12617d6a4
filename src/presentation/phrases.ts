import type { Language } from '../base/language.ts';

/** Phrases of stored English sentences, each with its Portuguese. */
export type Phrases = readonly (readonly [english: RegExp, portuguese: string])[];

/** The sentence in that language, phrase by phrase; a phrase that stands nowhere in the list stays English. */
export function translated(sentence: string, phrases: Phrases, language: Language): string {
  if (language === 'en') return sentence;
  return phrases.reduce<string>((text, [english, portuguese]) => text.replace(english, portuguese), sentence);
}
