import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';
import { textFor, useLanguage } from '../language.tsx';
import { formatCount } from './format.tsx';

/** What a page has to say of the step before, by the word in its address; with a number where the step touches many. */
export type Notices = Readonly<Record<string, string | ((text: string, count: number) => string)>>;

/** What the step before did, told once at the top of the page it led to. */
export function Notice({ frame, notices }: { readonly frame: Pick<Frame, 'done'>; readonly notices: Notices }): ReactNode {
  const language = useLanguage();
  const { word, count = 0 } = frame.done;
  const notice = textFor(notices, word);
  if (notice === undefined) return null;
  return (
    <p className="notice notice-good" role="status">
      {typeof notice === 'string' ? notice : notice(formatCount(count, language), count)}
    </p>
  );
}
