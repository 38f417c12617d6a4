import type { ReactNode } from 'react';
import { useFrame, useWords } from '../context.tsx';

interface Props {
  readonly id: string;
  readonly title: ReactNode;
  readonly look?: string;
  /** Secondary: it can be folded, and is folded on phones. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}

/** A part of a page under a heading. */
export function Section({ id, title, look, folds = false, children }: Props): ReactNode {
  if (folds)
    return (
      <details id={`${id}-fold`} className={look === undefined ? 'fold' : `fold ${look}`} open>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {children}
      </details>
    );
  return (
    <section aria-labelledby={id} className={look}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface RevealProps {
  readonly here: string;
  readonly revealed: boolean;
}

/** Switches between the page with personal data and masked. Renders nothing for readers. */
export function RevealLink({ here, revealed }: RevealProps): ReactNode {
  const { role } = useFrame();
  const { words } = useWords('record');
  if (role === 'reader') return null;
  const link = revealed ? { href: here } : { href: `${here}?mostrar=1`, title: words.revealNote, rel: 'nofollow' };
  return (
    <a className="button" {...link}>
      {revealed ? words.hide : words.reveal}
    </a>
  );
}
