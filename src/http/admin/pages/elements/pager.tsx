import type { ReactNode } from 'react';
import { useWords } from '../language.tsx';

interface Props {
  readonly page: { readonly nextCursor: string | null };
  /** `false` if the page starts further down the list. */
  readonly isFirst: boolean;
  /** The URL of the list from a cursor; without one, from the start. */
  readonly path: (before?: string) => string;
  /** The list is sorted by name; others go back in time. */
  readonly byName?: boolean;
}

/** Links to the start of a list and to the next page. */
export function Pager({ page: { nextCursor }, isFirst, path, byName = false }: Props): ReactNode {
  const { words } = useWords('frame');
  if (isFirst && nextCursor === null) return null;
  return (
    <nav className="pages" aria-label={words.pages}>
      {isFirst ? null : <a href={path()}>← {byName ? words.firstPage : words.newest}</a>}
      {nextCursor === null ? null : (
        <a href={path(nextCursor)} rel="next">
          {byName ? words.nextPage : words.older} →
        </a>
      )}
    </nav>
  );
}
