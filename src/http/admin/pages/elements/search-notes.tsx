import type { ReactNode } from 'react';
import { refusedList } from '../../addresses/lists.ts';
import { useWords } from '../language.tsx';
import { formatCount } from './format.tsx';

/** Shows how many events a search does not cover yet. */
export function Unsearched({ events }: { readonly events: number }): ReactNode {
  const { words, language } = useWords('events');
  return events === 0 ? null : <p className="notice notice-warn">{words.unsearched(formatCount(events, language))}</p>;
}

/** Shows how many refused requests a search also finds: they are not in the lists of events and leads. */
export function RefusedMatches({ count, text = '' }: { readonly count: number; readonly text?: string | undefined }): ReactNode {
  const { words, language } = useWords('refusedMatches');
  if (count === 0) return null;
  return (
    <p className="notice notice-warn">
      {words.found(formatCount(count, language), count)} <a href={refusedList.address({ text })}>{words.see(count)}</a>
    </p>
  );
}
