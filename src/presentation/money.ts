import type { Language } from '../base/language.ts';
import { MESSAGES } from '../messages/messages.ts';

/** An amount with its currency, as people of the language write it: `2,600.50 BRL`, `2.600,50 BRL`. Cents always, further digits where there are any. */
export function moneyText(value: number, currency: string | null, language: Language): string {
  const amount = value.toLocaleString(MESSAGES[language].labels.locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  return currency === null ? amount : `${amount} ${currency}`;
}
