import type { ReactNode } from 'react';
import { useMessages } from '../context.tsx';

/**
 * The part of a page that is kept up to date: htmx opens a stream and morphs each message into place, so that focus, selection and opened
 * parts survive. The script decides when to connect. Elements that can be focused or opened need an id.
 */
export function Live({ address, children }: { readonly address: string; readonly children: ReactNode }): ReactNode {
  return (
    <div id="live" {...{ 'hx-sse:connect': address }} hx-trigger="connect" hx-swap="innerMorph">
      {children}
    </div>
  );
}

/** All states of the connection; the script shows the current one. Without a script, the first one stays. */
export function Connection(): ReactNode {
  const { live } = useMessages().web.frame;
  const { off, connecting, on, paused, lost, full } = live;
  const states = Object.entries({ off, connecting, live: on, paused, lost, full });
  return (
    <p className="connection" id="connection">
      <span role="status">
        {states.map(([state, text]) => (
          <span key={state} data-state={state} hidden={state !== 'off'}>
            {text}
          </span>
        ))}
      </span>
      {/* Outside of the announced text, because it changes every second. */}
      <span className="stale" data-state="lost full" hidden>
        {live.ageBefore} <span data-age /> {live.ageAfter}
      </span>
    </p>
  );
}

/**
 * Configures htmx for our script and the Content-Security-Policy: nothing inline, nothing evaluated, no pages from htmx's cache, and only
 * our script reconnects.
 */
export const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  history: 'reload',
  defaultTimeout: 15_000,
  extensions: 'sse',
  // A response that is not one of our streams must not replace the figures.
  noSwap: [204, 304, '3xx', '4xx', '5xx'],
  // Opened parts stay open.
  morphIgnore: ['data-htmx-powered', 'open'],
  sse: { reconnect: false, pauseOnBackground: false },
});
