import type { ReactNode } from 'react';
import type { Piece } from '../../read/body/body-part.ts';
import type { KeptHeaders } from '../../read/event-view.ts';
import { useWords } from '../context.tsx';
import { Details, Foreign, VisibleText } from './format.tsx';
import { Section } from './section.tsx';

/** A part of a received body, coloured. For `<pre className="body">`. */
export function BodyPieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
  return pieces.map((piece, index) => <Coloured key={index} piece={piece} />);
}

/** Foreign text: each piece is isolated, so that none changes the direction of another. */
function Coloured({ piece: { kind, text } }: { readonly piece: Piece }): ReactNode {
  const content = <VisibleText text={text} />;
  if (kind === 'plain') return content;
  if (kind === 'broken') return <mark className="broken">{content}</mark>;
  return <bdi className={`json-${kind}`}>{content}</bdi>;
}

/** The headers of a received request. */
export function HeadersSection({ headers }: { readonly headers: KeptHeaders }): ReactNode {
  const { words, fields } = useWords('record');
  return (
    <Section id="headers" title={fields.headers} folds>
      {headers.length === 0 ? (
        <p className="quiet">{words.headersNone}</p>
      ) : (
        <div className="code">
          <Details rows={headers.map(([name, value]) => ({ name, value: <Foreign text={value} /> }))} />
        </div>
      )}
    </Section>
  );
}
