import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';

/**
 * The part of a page that is kept fresh: htmx asks its address for a stream and puts each message in its place, element by element, so
 * that focus, selection and what is opened stay. The script says when to connect. Give what can be focused or opened an id.
 */
export function Live({ address, children }: { readonly address: string; readonly children: ReactNode }): ReactNode {
  return (
    <div id="live" {...{ 'hx-sse:connect': address }} hx-trigger="connect" hx-swap="innerMorph">
      {children}
    </div>
  );
}

/** All that the connection can say; the script shows the one that is true. Without a script the first stays. */
export function Connection(): ReactNode {
  const { live } = useMessages().web.frame;
  return (
    <p className="connection" id="connection">
      <span role="status">
        <span data-state="off">{live.off}</span>
        <span data-state="connecting" hidden>
          {live.connecting}
        </span>
        <span data-state="live" hidden>
          {live.on}
        </span>
        <span data-state="paused" hidden>
          {live.paused}
        </span>
        <span data-state="lost" hidden>
          {live.lost}
        </span>
        <span data-state="full" hidden>
          {live.full}
        </span>
      </span>
      {/* Outside of what is read out: it changes every second. */}
      <span className="stale" data-state="lost full" hidden>
        {live.ageBefore} <span data-age /> {live.ageAfter}
      </span>
    </p>
  );
}

/** Joins the script's words and htmx's: nothing inline, nothing evaluated, no page from a cache of its own, and the script alone reconnects. */
export const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  history: 'reload',
  defaultTimeout: 15_000,
  extensions: 'sse',
  // What is not a stream of ours is nothing to show in the place of figures.
  noSwap: [204, 304, '3xx', '4xx', '5xx'],
  // What somebody has opened stays open.
  morphIgnore: ['data-htmx-powered', 'open'],
  sse: { reconnect: false, pauseOnBackground: false },
});
