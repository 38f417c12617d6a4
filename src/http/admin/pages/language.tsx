import { createContext, type ReactNode, useContext } from 'react';
import type { Language, Translated } from '../../../base/language.ts';
import { MESSAGES, type Messages } from '../../../messages/messages.ts';

const LanguageContext = createContext<Language>('pt');

/** Everything inside speaks this language. */
export function Speaking({ language, children }: { readonly language: Language; readonly children: ReactNode }): ReactNode {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The catalogue in the language of the page. */
export function useMessages(): Messages {
  return MESSAGES[useLanguage()];
}

/** The text for a word of a table; undefined for words that are not in it: addresses and stored codes may hold anything. */
export function textFor<T>(table: Readonly<Record<string, T>>, word: string | null | undefined): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** A page's words in the language it is shown in. */
export function useTexts<Words>(texts: Translated<Words>): Words {
  return texts[useLanguage()];
}

/** BCP 47 tags, for `lang` and for numbers and times. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB' };

/** Sees to it that both languages have the same words. The seed's words (states, field names) are values and stay as they are. */
export function inBoth<Words>(texts: Translated<Words>): Translated<Words> {
  return texts;
}
