import type { Language } from '../base/language.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', pt: 'pt-BR' };

/** An amount with its currency, as people of the language write it: `2,600.50 BRL`, `2.600,50 BRL`. Cents always, further digits where there are any. */
export function moneyText(value: number, currency: string | null, language: Language): string {
  const amount = value.toLocaleString(LOCALES[language], { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  return currency === null ? amount : `${amount} ${currency}`;
}
