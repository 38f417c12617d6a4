import type { Language } from '../base/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/time-units.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** BCP 47 tags, for `lang` and for numbers and times. */
export const LANGUAGE_TAGS = inEveryLanguage((_, language) => (language === 'pt' ? 'pt-BR' : 'en-GB'));

const RELATIVE = inEveryLanguage((_, language) => ({
  now: new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language], { numeric: 'auto' }),
  past: new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language], { style: 'short' }),
}));

/**
 * A time in a list: “now”, “2 min ago”; after a week, the day. Without a time zone, the day is that of this machine. Same as `formatAgo`
 * in `admin.js`.
 */
export function agoText(at: number, now: number, language: Language, timeZone?: string): string {
  const { now: asNow, past } = RELATIVE[language];
  const length = Math.abs(now - at);
  const sign = at > now ? 1 : -1;
  if (length < MINUTE_MS) return asNow.format(0, 'second');
  if (length >= 7 * DAY_MS) return dayText(at, now, language, timeZone);
  const [unitMs, unit] =
    length < HOUR_MS ? ([MINUTE_MS, 'minute'] as const) : length < DAY_MS ? ([HOUR_MS, 'hour'] as const) : ([DAY_MS, 'day'] as const);
  // Portuguese abbreviates with a full stop, which would end a sentence.
  return past.format(sign * Math.floor(length / unitMs), unit).replace(/\.$/, '');
}

/** With the year where it is another one. */
function dayText(at: number, now: number, language: Language, timeZone: string | undefined): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  const key = `${language} ${isThisYear} ${timeZone}`;
  const known = DAYS.get(key) ?? dayFormat(language, isThisYear ? {} : { year: 'numeric' }, timeZone);
  DAYS.set(key, known);
  return known.format(at);
}

/** A format takes longer to make than a row to show. */
const DAYS = new Map<string, Intl.DateTimeFormat>();

function dayFormat(language: Language, year: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { day: 'numeric', month: 'short', ...year, ...zone });
}
