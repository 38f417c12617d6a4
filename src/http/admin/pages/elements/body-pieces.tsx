import type { ReactNode } from 'react';
import type { Piece } from '../../body/body-part.ts';
import { VisibleText } from './format.tsx';

/** A part of a received body, coloured. Stands in `<pre className="body">`. */
export function BodyPieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
  return pieces.map((piece, index) => <Coloured key={index} piece={piece} />);
}

/** Text of a stranger: each piece stands for itself, so that none turns another around. */
function Coloured({ piece: { kind, text } }: { readonly piece: Piece }): ReactNode {
  const content = <VisibleText text={text} />;
  if (kind === 'plain') return content;
  if (kind === 'broken') return <mark className="broken">{content}</mark>;
  return <bdi className={`json-${kind}`}>{content}</bdi>;
}
