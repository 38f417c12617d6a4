import type { ReactNode } from 'react';
import { formatCount } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** Says how many events a search does not find yet. */
export function Unsearched({ events }: { readonly events: number }): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  return events === 0 ? null : <p className="notice notice-warn">{words.unsearched(formatCount(events, language))}</p>;
}
