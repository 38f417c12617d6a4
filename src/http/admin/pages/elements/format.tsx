import { Fragment, type ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { Language } from '../../../../base/language.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { inEveryLanguage } from '../../../../messages/messages.ts';
import { agoText, LANGUAGE_TAGS } from '../../../../presentation/ago.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { textFor, useLanguage, useMessages, useNow, useWords } from '../context.tsx';
import { visibleParts } from './visible-text.ts';

/** An integer with the separators of the language. */
export function Count({ value }: { readonly value: number }): ReactNode {
  return useWords('frame').number(value);
}

/** A number that should be zero. */
export function BadCount({ value }: { readonly value: number }): ReactNode {
  return (
    <span className={value > 0 ? 'bad' : undefined}>
      <Count value={value} />
    </span>
  );
}

/** Longer foreign texts would make a page slow to open; the download of the body contains them completely. */
const LONGEST_SHOWN = 4_096;

/** An amount, an id, a phone number: unreadable if broken between its digits. */
const NUMBER = /^[+(\d][\d\s()*.,-]{0,22}\d(?: [A-Z]{3})?$/;

/**
 * Foreign text: it cannot change the text direction, invisible characters are shown as escapes, long text is cut, and numbers do not wrap.
 */
export function Foreign({ text, longest = LONGEST_SHOWN }: { readonly text: string; readonly longest?: number }): ReactNode {
  const { words, number } = useWords('frame');
  return (
    <bdi className={NUMBER.test(text) ? 'digits' : undefined}>
      <VisibleText text={text.slice(0, longest)} />
      {text.length > longest ? <span className="quiet">{words.cut(number(text.length - longest))}</span> : null}
    </bdi>
  );
}

/** Foreign text as a link to what it names. */
export function ForeignLink({ href, text, longest, look }: { href: string; text: string; longest?: number; look?: string }): ReactNode {
  return (
    <a href={href} className={look}>
      <Foreign text={text} longest={longest ?? LONGEST_SHOWN} />
    </a>
  );
}

/** Foreign text that is machine-readable: an id, a code. */
export function ForeignCode({ text, look, longest }: { text: string; look?: string; longest?: number }): ReactNode {
  return (
    <code className={look}>
      <Foreign text={text} longest={longest ?? LONGEST_SHOWN} />
    </code>
  );
}

/**
 * Text with invisible characters shown as escapes. It can still change the text direction, so use it only inside an element that isolates
 * it.
 */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  return visibleParts(text).map((part, index) =>
    part.isEscape ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <span key={index} className="escape">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

/** One of our own sentences, with commands and fields in backticks; quoted parts may be foreign text. */
export function Sentence({ text }: { readonly text: string }): ReactNode {
  const parts = text.split('`');
  const isBalanced = parts.length % 2 === 1;
  if (!isBalanced || text.length > LONGEST_SHOWN) return <Foreign text={text} />;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <Foreign key={index} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <code key={index}>
        <Foreign text={part} />
      </code>
    ),
  );
}

interface BadgeProps {
  /** The stored value. */
  readonly word: string;
  /** The subject of the state; `work`: an event or a job. */
  readonly of?: 'work' | 'conversion';
}

/** A state: its label and a dot, whose colour only repeats the label; the stored value on hover. */
export function Badge({ word, of = 'work' }: BadgeProps): ReactNode {
  const { states, jobStates, conversionStates } = useMessages().labels;
  const label = of === 'conversion' ? textFor(conversionStates, word) : (textFor(states, word) ?? textFor(jobStates, word));
  return (
    <span className={`badge badge-${word}`} title={word}>
      {label ?? word}
    </span>
  );
}

/** A state and, if there is one, the short name of the error that caused it. */
export function BadgeWithCode({ code, ...badge }: BadgeProps & { readonly code: string | null }): ReactNode {
  return (
    <span className="beside">
      <Badge {...badge} />
      {code === null ? null : <CodeName code={code} />}
    </span>
  );
}

/** The usual name of a source; the stored value on hover. */
export function OriginName({ origin }: { readonly origin: string }): ReactNode {
  const { origins } = useMessages().labels;
  return <span title={origin}>{textFor(origins, origin) ?? origin}</span>;
}

/** The short name of an error; its code on hover. */
export function CodeName({ code }: { readonly code: string }): ReactNode {
  const { codes } = useMessages().labels;
  return (
    <span className="error-code" title={code}>
      {textFor(codes, code) ?? <Foreign text={code} />}
    </span>
  );
}

/** Names at least this long may wrap, because the column of names is narrower. Above the maximum, it is not a name that a person gave. */
const LONG_NAME = { least: 14, most: 128 };

/** The name of a field, a setting, an account or an operator: words joined by `_`, `/`, `:` and `@`; it wraps between them. */
export function Name({ text, longest }: { readonly text: string; readonly longest?: number }): ReactNode {
  if (text.length < LONG_NAME.least || text.length > LONG_NAME.most)
    return <Foreign text={text} {...(longest === undefined ? {} : { longest })} />;
  return (
    <bdi>
      {text.split(/(?<=[_/:@ ])/).map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          <VisibleText text={word} />
        </Fragment>
      ))}
    </bdi>
  );
}

export interface Row {
  readonly name: string;
  readonly value: ReactNode;
}

/** A lead has about forty fields; a hostile one can have as many answers as fit into a body. */
const MOST_ROWS = 200;

/** Names and values, without empty rows and without those beyond what a person reads. */
export function Details({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const { words, labels, number } = useWords('frame');
  const filled = rows.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="details">
      {filled.slice(0, MOST_ROWS).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice; static markup
        <div key={index}>
          <dt>
            <Name text={name} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      {filled.length > MOST_ROWS ? (
        <div>
          <dt>{labels.none}</dt>
          <dd className="quiet">{words.moreRows(number(filled.length - MOST_ROWS))}</dd>
        </div>
      ) : null}
    </dl>
  );
}

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

/** A platform's sentence is rarely longer. */
const LONGEST_SENTENCE = 500;

/** Why a platform refused a request: the short name of the error, and the platform's own words. */
export function PlatformFault({ fault: { code, params } }: { readonly fault: Fault }): ReactNode {
  return (
    <p>
      <CodeName code={code} />: <Foreign text={faultText(params, useLanguage())} longest={LONGEST_SENTENCE} />
    </p>
  );
}
