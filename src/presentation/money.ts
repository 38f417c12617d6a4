import type { Language } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

const AMOUNTS = inEveryLanguage(
  ({ labels }) => new Intl.NumberFormat(labels.locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 }),
);

/**
 * An amount with its currency, as written in the language: `2,600.50 BRL`, `2.600,50 BRL`. Always with cents; further digits if there are
 * any.
 */
export function moneyText(value: number, currency: string | null, language: Language): string {
  const amount = AMOUNTS[language].format(value);
  return currency === null ? amount : `${amount} ${currency}`;
}
