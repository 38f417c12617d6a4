import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';

interface Props {
  readonly page: { readonly nextCursor: string | null };
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
  /** The address of the list from a place on; without one, from its beginning. */
  readonly path: (before?: string) => string;
  /** The list goes by name; others go back in time. */
  readonly byName?: boolean;
}

/** Where a list goes on: back to its beginning, and to what follows. */
export function Pager({ page: { nextCursor }, isFirst, path, byName = false }: Props): ReactNode {
  const words = useMessages().web.frame;
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
