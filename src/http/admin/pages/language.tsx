import { createContext, type ReactNode, useContext } from 'react';
import type { Language } from '../../../base/language.ts';
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

/** BCP 47 tags, for `lang` and for numbers and times. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB' };
