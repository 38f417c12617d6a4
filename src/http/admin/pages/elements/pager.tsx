import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';

/** Where a list goes on: back to its beginning, and to what follows. Null: there is no such page. Lists go back in time, unless `byName`. */
export function Pager(props: { readonly first: string | null; readonly next: string | null; readonly byName?: boolean }): ReactNode {
  const { first, next, byName = false } = props;
  const words = useMessages().web.frame;
  if (first === null && next === null) return null;
  return (
    <nav className="pages" aria-label={words.pages}>
      {first === null ? null : <a href={first}>← {byName ? words.firstPage : words.newest}</a>}
      {next === null ? null : (
        <a href={next} rel="next">
          {byName ? words.nextPage : words.older} →
        </a>
      )}
    </nav>
  );
}
