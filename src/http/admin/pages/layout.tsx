import type { ReactNode } from 'react';
import { assetUrl, ICON, SCRIPT, STYLESHEET } from '../assets.ts';
import { texts } from './texts.ts';

/** What surrounds every page of a logged-in operator. */
export interface Frame {
  /** The CSRF token of the session; null for a program that came by bearer token: it gets no forms. */
  readonly csrfToken: string | null;
  readonly version: string;
  readonly environment: string;
}

type Section = 'queue' | 'webhooks';

const SECTIONS: readonly { readonly section: Section; readonly path: string; readonly name: string }[] = [
  { section: 'queue', path: '/admin/fila', name: texts.queue },
  { section: 'webhooks', path: '/admin/webhooks', name: texts.webhooks },
];

/** A page with the navigation around it. */
export function Layout(props: { frame: Frame; section: Section; title: string; children: ReactNode }): ReactNode {
  const { frame, section, title, children } = props;
  return (
    <Document title={title}>
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      <header className="top">
        <a className="brand" href="/admin/fila">
          {texts.product}
        </a>
        <nav aria-label={texts.mainNavigation}>
          {SECTIONS.map(({ section: candidate, path, name }) => (
            <a key={path} href={path} aria-current={candidate === section ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <p className="about">
          <span className={`environment environment-${frame.environment}`}>{frame.environment}</span>
          <span className="quiet" title={texts.version}>
            {frame.version}
          </span>
        </p>
        <PostForm csrfToken={frame.csrfToken} action="/admin/logout" label={texts.logOut} kind="plain" />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </Document>
  );
}

/** A page of its own: the login, an error. */
export function Plain({ title, refresh, children }: { title: string; refresh?: string; children: ReactNode }): ReactNode {
  return (
    <Document title={title} {...(refresh === undefined ? {} : { refresh })}>
      <main id="content" className="plain">
        <p className="brand">{texts.product}</p>
        {children}
      </main>
    </Document>
  );
}

function Document({ title, refresh, children }: { title: string; refresh?: string; children: ReactNode }): ReactNode {
  return (
    <html lang={texts.htmlLanguage}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {refresh === undefined ? null : <meta httpEquiv="refresh" content={`0;url=${refresh}`} />}
        <title>{`${title} · ${texts.product}`}</title>
        <link rel="icon" href={assetUrl(ICON)} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl(STYLESHEET)} />
        <script type="module" src={assetUrl(SCRIPT)} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** One button that changes something. Nothing for visitors without a session: their programs post by themselves. */
export function PostForm(props: {
  csrfToken: string | null;
  action: string;
  label: string;
  kind: 'primary' | 'secondary' | 'plain';
}): ReactNode {
  const { csrfToken, action, label, kind } = props;
  if (csrfToken === null) return null;
  return (
    <form method="post" action={action}>
      <input type="hidden" name="csrf" value={csrfToken} />
      <button type="submit" className={kind}>
        {label}
      </button>
    </form>
  );
}
