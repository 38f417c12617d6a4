/** The languages for operators. Output for machines (JSON, CSV, logs, problem documents, exit codes) is the same in both. */
export type Language = 'en' | 'pt';

/** One text, or one set of texts, in every language. The Portuguese must have the shape of the English. */
export interface Translated<T> {
  readonly en: T;
  readonly pt: NoInfer<T>;
}

/** A text that is the same in every language, or one for each. */
export type Text = string | Translated<string>;

/** The text in one language. */
export function textIn(language: Language, text: Text): string {
  return typeof text === 'string' ? text : text[language];
}

/**
 * The language of a terminal, by the rule for POSIX locales: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides.
 * Any Portuguese is `pt`, everything else `en`.
 */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^pt(?![a-z])/i.test(locale) ? 'pt' : 'en';
}

/** The language of this process. Read at each call, so that the order of imports does not matter. */
export function currentLanguage(): Language {
  return languageOf(process.env);
}
