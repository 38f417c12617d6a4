import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';
import { useMessages } from '../language.tsx';

/** Shows the page with its personal data, or masked again. Nothing for readers. */
export function RevealLink({
  frame,
  here,
  revealed,
}: {
  readonly frame: Frame;
  readonly here: string;
  readonly revealed: boolean;
}): ReactNode {
  const words = useMessages().web.record;
  if (frame.role === 'reader') return null;
  if (revealed) {
    return (
      <a className="button" href={here}>
        {words.hide}
      </a>
    );
  }
  return (
    <a className="button" href={`${here}?mostrar=1`} title={words.revealNote} rel="nofollow">
      {words.reveal}
    </a>
  );
}
