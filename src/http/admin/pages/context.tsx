import { createContext, type ReactNode, useContext } from 'react';
import type { Language } from '../../../base/language.ts';
import { inEveryLanguage, MESSAGES, type Messages } from '../../../messages/messages.ts';
import { LANGUAGE_TAGS } from '../../../presentation/ago.ts';
import type { FormState, RefusedForm } from '../requests/posted-form.ts';
import type { Frame } from '../requests/visitor.ts';

/** What all elements of a page know. Pages without navigation have no frame, and live parts, which many visitors share, only a language. */
export interface Surroundings extends Partial<Frame> {
  readonly language: Language;
  /** The form of the page that was just refused. */
  readonly refused?: RefusedForm<string> | undefined;
}

const SurroundingsContext = createContext<Surroundings>({ language: 'pt' });

export function Surrounded({ by, children }: { readonly by: Surroundings; readonly children: ReactNode }): ReactNode {
  return <SurroundingsContext value={by}>{children}</SurroundingsContext>;
}

/** The frame of the page; not for live parts. */
export function useFrame(): Frame {
  return useContext(SurroundingsContext) as Frame;
}

/** The form with this id as it was refused; `undefined` if it was not. Without an id: any form of the page. */
export function useRefused(form?: string): FormState | undefined {
  const { refused } = useContext(SurroundingsContext);
  return form === undefined || refused?.form === form ? refused?.state : undefined;
}

/** The time of the request. `undefined` in a live part: it would differ each minute without a change, and its readers have a script. */
export function useNow(): number | undefined {
  return useContext(SurroundingsContext).now;
}

export function useLanguage(): Language {
  return useContext(SurroundingsContext).language;
}

/** The catalogue in the language of the page. */
export function useMessages(): Messages {
  return MESSAGES[useLanguage()];
}

const wholeNumbers = inEveryLanguage((_, language) => new Intl.NumberFormat(LANGUAGE_TAGS[language], { maximumFractionDigits: 0 }));

/** The words of one part of the pages in the language of the page, the catalogue they are from, and integers with its separators. */
export function useWords<Part extends keyof Messages['web']>(part: Part) {
  const language = useLanguage();
  const messages = MESSAGES[language];
  const { web, labels } = messages;
  const { fields, jsonFields, actions } = labels;
  const number = (value: number): string => wholeNumbers[language].format(value);
  return { words: web[part], messages, web, labels, fields, jsonFields, actions, language, number };
}

/** The text for a word of a table; `undefined` for other words: URLs and stored codes may contain anything. */
export function textFor<T>(table: Readonly<Record<string, T>>, word: string | null | undefined): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}
