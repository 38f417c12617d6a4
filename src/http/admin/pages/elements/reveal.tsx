import type { ReactNode } from 'react';
import type { Frame } from '../../requests/visitor.ts';
import { useWords } from '../language.tsx';

interface Props {
  readonly frame: Frame;
  readonly here: string;
  readonly revealed: boolean;
}

/** Switches between the page with personal data and masked. Renders nothing for readers. */
export function RevealLink({ frame, here, revealed }: Props): ReactNode {
  const { words } = useWords('record');
  if (frame.role === 'reader') return null;
  const link = revealed ? { href: here } : { href: `${here}?mostrar=1`, title: words.revealNote, rel: 'nofollow' };
  return (
    <a className="button" {...link}>
      {revealed ? words.hide : words.reveal}
    </a>
  );
}
