import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { Finding } from '../../../../domain/finding.ts';
import { findingWords } from '../../../../presentation/finding-text.ts';
import { useLanguage } from '../context.tsx';
import { Age, Sentence } from './format.tsx';

/** Occurs neither in input nor in our own texts. */
const PLACE = '\u0000';

/** The text of a finding, or its advice; ages keep counting while the page is live. */
export function FindingText({
  finding,
  part,
  now,
}: {
  readonly finding: Finding;
  readonly part: 'text' | 'action';
  readonly now: number;
}): ReactNode {
  const text = findingWords(finding, useLanguage(), ({ at }) => `${PLACE}${at}${PLACE}`)[part] ?? '';
  return text.split(PLACE).map((piece, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <Sentence key={index} text={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <Lasting key={index} at={Number(piece)} now={now} />
    ),
  );
}

/** Nothing counts down: a future time shows the duration at the time of rendering. */
function Lasting({ at, now }: { readonly at: number; readonly now: number }): ReactNode {
  return at > now ? formatDuration(at - now) : <Age since={at} now={now} />;
}
