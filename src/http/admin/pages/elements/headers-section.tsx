import type { ReactNode } from 'react';
import type { KeptHeaders } from '../../views/kept-headers.ts';
import { useMessages } from '../language.tsx';
import { Details, Foreign } from './format.tsx';

/** The headers of a received request. */
export function HeadersSection({ headers }: { readonly headers: KeptHeaders }): ReactNode {
  const words = useMessages().web.record;
  return (
    <section aria-labelledby="headers">
      <h2 id="headers">{words.headers}</h2>
      {headers.length === 0 ? (
        <p className="quiet">{words.headersNone}</p>
      ) : (
        <div className="code">
          <Details rows={headers.map(([name, value]) => ({ name, value: <Foreign text={value} /> }))} />
        </div>
      )}
    </section>
  );
}
