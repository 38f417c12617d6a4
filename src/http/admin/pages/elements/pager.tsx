import type { ReactNode } from 'react';
import { frameTexts } from '../frame/frame-texts.ts';
import { useTexts } from '../language.tsx';

/** Where a list goes on: back to its beginning, and to what is older. Null: there is no such page. */
export function Pager({ newest, older }: { readonly newest: string | null; readonly older: string | null }): ReactNode {
  const words = useTexts(frameTexts);
  if (newest === null && older === null) return null;
  return (
    <nav className="pages" aria-label={words.pages}>
      {newest === null ? null : <a href={newest}>← {words.newest}</a>}
      {older === null ? null : (
        <a href={older} rel="next">
          {words.older} →
        </a>
      )}
    </nav>
  );
}
