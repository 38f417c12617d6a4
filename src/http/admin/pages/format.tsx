import type { ReactNode } from 'react';
import { isoTime } from '../../../presentation/json.ts';
import { visibleParts } from '../visible-text.ts';
import { texts } from './texts.ts';

const wholeNumbers = new Intl.NumberFormat(texts.htmlLanguage, { maximumFractionDigits: 0 });
const utcTimes = new Intl.DateTimeFormat(texts.htmlLanguage, { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' });

export function formatCount(value: number): string {
  return wholeNumbers.format(value);
}

/** A moment in UTC; the page's script rewrites it in the reader's own time zone. */
export function Moment({ at }: { readonly at: number }): ReactNode {
  return <time dateTime={isoTime(at)}>{utcTimes.format(at)} UTC</time>;
}

/** Text of a stranger: cannot turn the line around, and what hides is shown as an escape. */
export function Foreign({ text }: { readonly text: string }): ReactNode {
  const parts = visibleParts(text);
  return (
    <bdi>
      {parts.map((part, index) =>
        part.isEscape ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
          <span key={index} className="escape">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}

/** A state in the seed's word; the colour only repeats what the word says. */
export function Badge({ word }: { readonly word: string }): ReactNode {
  return <span className={`badge badge-${word}`}>{word}</span>;
}

export interface Row {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values; rows without a value are left out. */
export function Details({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const filled = rows.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="details">
      {filled.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice; static markup
        <div key={index}>
          <dt>
            <Foreign text={name} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
