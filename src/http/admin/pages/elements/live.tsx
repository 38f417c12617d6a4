import type { ReactNode } from 'react';
import { frameTexts } from '../frame/frame-texts.ts';
import { useTexts } from '../language.tsx';

/**
 * The part of a page that is kept fresh: htmx asks its address for a stream and puts each message in its place, element by element, so
 * that focus and selection stay. Give what can be focused or opened an id.
 */
export function Live({ address, children }: { readonly address: string; readonly children: ReactNode }): ReactNode {
  return (
    <div id="live" {...{ 'hx-sse:connect': address }} hx-swap="innerMorph">
      {children}
    </div>
  );
}

/** All that the connection can say; the script shows the one that is true. Without a script the first stays. */
export function Connection(): ReactNode {
  const { live } = useTexts(frameTexts);
  return (
    <p className="connection" id="connection" role="status">
      <span data-state="off">{live.off}</span>
      <span data-state="live" hidden>
        {live.on}
      </span>
      <span data-state="paused" hidden>
        {live.paused}
      </span>
      <span data-state="lost" hidden>
        {live.lost} <span data-age /> {live.lostAge}
      </span>
    </p>
  );
}
