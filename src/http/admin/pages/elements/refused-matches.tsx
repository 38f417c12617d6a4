import type { ReactNode } from 'react';
import { refusedListPath } from '../../addresses/refused-paths.ts';
import { useLanguage, useTexts } from '../language.tsx';
import { formatCount } from './format.tsx';
import { refusedMatchesTexts } from './refused-matches-texts.ts';

/** Says how many refused requests a search finds as well: whoever was refused is in no list of events or leads. */
export function RefusedMatches({ count, text = '' }: { readonly count: number; readonly text?: string | undefined }): ReactNode {
  const words = useTexts(refusedMatchesTexts);
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <p className="notice notice-warn">
      {words.found(formatCount(count, language), count)} <a href={refusedListPath({ busca: text })}>{words.see(count)}</a>
    </p>
  );
}
