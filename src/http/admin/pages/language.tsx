import { createContext, type ReactNode, useContext } from 'react';
import type { Language } from '../../../base/language.ts';
import { MESSAGES, type Messages } from '../../../messages/messages.ts';

const LanguageContext = createContext<Language>('pt');

const NowContext = createContext<number | undefined>(undefined);

/** Everything inside is in this language, and ages count from this time. */
export function Speaking(props: {
  readonly language: Language;
  readonly now: number | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { language, now, children } = props;
  return (
    <LanguageContext value={language}>
      <NowContext value={now}>{children}</NowContext>
    </LanguageContext>
  );
}

/** The time of the request. `undefined` in a live part: it would differ each minute without a change, and its readers have a script. */
export function useNow(): number | undefined {
  return useContext(NowContext);
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The catalogue in the language of the page. */
export function useMessages(): Messages {
  return MESSAGES[useLanguage()];
}

/** The words of one part of the pages in the language of the page, those that all parts share, and the language itself. */
export function useWords<Part extends keyof Messages['web']>(part: Part) {
  const language = useLanguage();
  const { web, labels } = MESSAGES[language];
  return { words: web[part], web, labels, fields: labels.fields, jsonFields: labels.jsonFields, actions: labels.actions, language };
}

/** The text for a word of a table; `undefined` for other words: URLs and stored codes may contain anything. */
export function textFor<T>(table: Readonly<Record<string, T>>, word: string | null | undefined): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}
