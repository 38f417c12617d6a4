import type { ReactNode } from 'react';
import { formatCount } from '../elements/format.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { eventsTexts } from './events-texts.ts';

/** Says how many events a search does not find yet. */
export function Unsearched({ events }: { readonly events: number }): ReactNode {
  const words = useTexts(eventsTexts);
  const language = useLanguage();
  return events === 0 ? null : <p className="notice notice-warn">{words.unsearched(formatCount(events, language))}</p>;
}
