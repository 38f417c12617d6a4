import type { ReactNode } from 'react';
import { refusedList } from '../../addresses/lists.ts';
import { useLanguage, useMessages } from '../language.tsx';
import { formatCount } from './format.tsx';

/** Says how many refused requests a search finds as well: whoever was refused is in no list of events or leads. */
export function RefusedMatches({ count, text = '' }: { readonly count: number; readonly text?: string | undefined }): ReactNode {
  const words = useMessages().web.refusedMatches;
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <p className="notice notice-warn">
      {words.found(formatCount(count, language), count)} <a href={refusedList.address({ text })}>{words.see(count)}</a>
    </p>
  );
}
