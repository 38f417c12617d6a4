import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { Language } from '../../../../base/language.ts';
import { inEveryLanguage } from '../../../../messages/messages.ts';
import { agoText, LANGUAGE_TAGS } from '../../../../presentation/ago.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { useLanguage, useNow } from '../language.tsx';

/** The server writes UTC, because it does not know the reader's time zone; the page's script rewrites every `<time>` in the local one. */
function utcFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', ...options });
}

const FORMATS = inEveryLanguage((_, language) => ({
  // In English, 09/11/2026 is ambiguous.
  full: utcFormat(language, { dateStyle: language === 'pt' ? 'short' : 'medium', timeStyle: 'long' }),
  minute: utcFormat(language, { timeStyle: 'short' }),
}));

/** A time in a list: “2 min ago”, and the full time on hover; after a week, the date. For details and sentences: `FullMoment`. */
export function Moment({ at }: { readonly at: number }): ReactNode {
  const language = useLanguage();
  const now = useNow();
  const full = FORMATS[language].full.format(at);
  return (
    <time dateTime={isoTime(at)} title={full} data-show="ago">
      {now === undefined ? full : agoText(at, now, language, 'UTC')}
    </time>
  );
}

/** A time with its date, to the second. */
export function FullMoment({ at }: { readonly at: number }): ReactNode {
  return <time dateTime={isoTime(at)}>{FORMATS[useLanguage()].full.format(at)}</time>;
}

/** The minute of a time in the last hour. */
export function MinuteOf({ at }: { readonly at: number }): ReactNode {
  return (
    <time dateTime={isoTime(at)} data-show="minute">
      {FORMATS[useLanguage()].minute.format(at)} UTC
    </time>
  );
}

/** How long something has lasted. The script keeps counting while the page is live. */
export function Age({ since, now }: { readonly since: number; readonly now: number }): ReactNode {
  const ms = now - since;
  // In whole seconds, like the script.
  return <span data-since={isoTime(since)}>{ms < 1_000 ? '0 s' : formatDuration(ms)}</span>;
}
