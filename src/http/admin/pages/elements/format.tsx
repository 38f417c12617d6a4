import { Fragment, type ReactNode } from 'react';
import type { Language } from '../../../../base/language.ts';
import { inEveryLanguage } from '../../../../messages/messages.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { LANGUAGE_TAGS, useLanguage, useMessages } from '../language.tsx';
import { visibleParts } from './visible-text.ts';

const wholeNumbers = inEveryLanguage((_, language) => new Intl.NumberFormat(LANGUAGE_TAGS[language], { maximumFractionDigits: 0 }));
const utcTimes = inEveryLanguage(
  (_, language) => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' }),
);

/** A whole number with the separators of a language. */
export function formatCount(value: number, language: Language): string {
  return wholeNumbers[language].format(value);
}

/** The same inside a page. */
export function Count({ value }: { readonly value: number }): ReactNode {
  return formatCount(value, useLanguage());
}

/** A number that should be zero. */
export function BadCount({ value }: { readonly value: number }): ReactNode {
  return (
    <span className={value > 0 ? 'bad' : undefined}>
      <Count value={value} />
    </span>
  );
}

/** A moment in UTC; the page's script rewrites it in the reader's own time zone. */
export function Moment({ at }: { readonly at: number }): ReactNode {
  return <time dateTime={isoTime(at)}>{utcTimes[useLanguage()].format(at)} UTC</time>;
}

const utcMinutes = inEveryLanguage(
  (_, language) => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', timeStyle: 'short' }),
);

/** The minute of a moment that is not long ago; rewritten like `Moment`. */
export function MinuteOf({ at }: { readonly at: number }): ReactNode {
  return (
    <time dateTime={isoTime(at)} data-show="minute">
      {utcMinutes[useLanguage()].format(at)} UTC
    </time>
  );
}

/** Longer texts of strangers would make a page slow to open; the download of the body has them whole. */
const LONGEST_SHOWN = 4_096;

/** An amount, an id, a phone number: nobody reads one that is broken between its digits. */
const NUMBER = /^[+(\d][\d\s()*.,-]{0,22}\d(?: [A-Z]{3})?$/;

/** Text of a stranger: cannot turn the line around, what hides is shown as an escape, what is long is cut, and a number stays in one line. */
export function Foreign({ text, longest = LONGEST_SHOWN }: { readonly text: string; readonly longest?: number }): ReactNode {
  const words = useMessages().web.frame;
  const language = useLanguage();
  return (
    <bdi className={NUMBER.test(text) ? 'digits' : undefined}>
      <VisibleText text={text.slice(0, longest)} />
      {text.length > longest ? <span className="quiet">{words.cut(formatCount(text.length - longest, language))}</span> : null}
    </bdi>
  );
}

/** A stranger's text as a link to what it names. */
export function ForeignLink({ href, text, longest }: { href: string; text: string; longest?: number }): ReactNode {
  return (
    <a href={href}>
      <Foreign text={text} longest={longest ?? LONGEST_SHOWN} />
    </a>
  );
}

/** A stranger's text that machines read: an id, a code. */
export function ForeignCode({ text, look, longest }: { text: string; look?: string; longest?: number }): ReactNode {
  return (
    <code className={look}>
      <Foreign text={text} longest={longest ?? LONGEST_SHOWN} />
    </code>
  );
}

/** Text with what hides in it shown as escapes. It may still turn the line around: only inside of something that keeps it apart. */
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

/** A sentence of ours that names commands and fields between backticks; what it quotes may be a stranger's. */
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

/** A state in the seed's word; the colour only repeats what the word says. */
export function Badge({ word }: { readonly word: string }): ReactNode {
  return <span className={`badge badge-${word}`}>{word}</span>;
}

/** A state and, where there is one, the code that says why. */
export function BadgeWithCode({ word, code }: { readonly word: string; readonly code: string | null }): ReactNode {
  return (
    <span className="beside">
      <Badge word={word} />
      {code === null ? null : <code className="error-code">{code}</code>}
    </span>
  );
}

/** A name that is longer than the column of names; longer still, it is no name that a person gave. */
const LONG_NAME = { least: 14, most: 128 };

/** The name of a field, a setting or an account: an operator: words joined by `_`, `/`, `:` and `@`; it breaks between them. */
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

/** A lead has some forty fields; a hostile one can have as many answers as fit into a body. */
const MOST_ROWS = 200;

/** Names and values; rows without a value are left out, and so are those beyond what a person reads. */
export function Details({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const words = useMessages().web.frame;
  const language = useLanguage();
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
          <dt>{words.none}</dt>
          <dd className="quiet">{words.moreRows(formatCount(filled.length - MOST_ROWS, language))}</dd>
        </div>
      ) : null}
    </dl>
  );
}
