import type { ReactNode } from 'react';
import { type Asset, assetUrl, HTMX, ICON, SCRIPT, STYLESHEET } from '../../assets.ts';
import type { Frame, Place } from '../../entrance/visitor.ts';
import { HTMX_CONFIG } from '../elements/live.tsx';
import { LANGUAGE_TAGS, useLanguage, useTexts } from '../language.tsx';
import { frameTexts } from './frame-texts.ts';

export type Section = keyof typeof frameTexts.en.sections;

const SECTIONS: readonly (readonly [section: Section, path: string])[] = [
  ['home', '/admin'],
  ['queue', '/admin/fila'],
  ['events', '/admin/webhooks'],
  ['leads', '/admin/leads'],
  ['conversions', '/admin/conversoes'],
  ['directory', '/admin/campanhas'],
  ['refused', '/admin/recusadas'],
  ['sources', '/admin/fontes'],
  ['activity', '/admin/atividade'],
];

/** A page with the navigation around it; `scripts` are those it has besides the common ones. */
export function Layout(props: {
  frame: Frame;
  section: Section;
  title: string;
  scripts?: readonly Asset[];
  children: ReactNode;
}): ReactNode {
  const { frame, section, title, scripts = [], children } = props;
  const words = useTexts(frameTexts);
  return (
    <Document title={title} scripts={scripts}>
      <a className="skip" href="#content">
        {words.skipToContent}
      </a>
      <header className="top">
        <button type="button" className="menu secondary" popoverTarget="navigation">
          {words.menu}
        </button>
        <a className="brand" href="/admin">
          {words.product}
        </a>
        <p className="about">
          <span className={`environment environment-${frame.environment}`}>{frame.environment}</span>
          {frame.role === 'reader' ? (
            <span className="environment" title={words.readOnlyMeaning}>
              {words.readOnly}
            </span>
          ) : null}
          <span className="quiet" title={words.version}>
            {frame.version}
          </span>
        </p>
        <LanguageSwitch place={frame} />
        <LogOut csrfToken={frame.csrfToken} />
      </header>
      <nav id="navigation" popover="auto" aria-label={words.mainNavigation}>
        <ul>
          {SECTIONS.map(([candidate, path]) => (
            <li key={path}>
              <a href={path} aria-current={candidate === section ? 'page' : undefined}>
                {words.sections[candidate]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </Document>
  );
}

/** A page of its own: the login, an error. */
export function Plain(props: { place: Place; title: string; refresh?: string; children: ReactNode }): ReactNode {
  const { place, title, refresh, children } = props;
  const words = useTexts(frameTexts);
  return (
    <Document title={title} {...(refresh === undefined ? {} : { refresh })}>
      <main id="content" className="plain">
        <div className="heading">
          <p className="brand">{words.product}</p>
          <LanguageSwitch place={place} />
        </div>
        {children}
      </main>
    </Document>
  );
}

function Document(props: { title: string; refresh?: string; scripts?: readonly Asset[]; children: ReactNode }): ReactNode {
  const { title, refresh, scripts = [], children } = props;
  const { product } = useTexts(frameTexts);
  return (
    <html lang={LANGUAGE_TAGS[useLanguage()]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        {refresh === undefined ? null : <meta httpEquiv="refresh" content={`0;url=${refresh}`} />}
        <title>{`${title} · ${product}`}</title>
        <link rel="icon" href={assetUrl(ICON)} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl(STYLESHEET)} />
        {/* Ours first: it waits for htmx to begin. */}
        {[SCRIPT, HTMX, ...scripts].map((asset) => (
          <script key={asset.path} defer src={assetUrl(asset)} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

function LanguageSwitch({ place }: { readonly place: Place }): ReactNode {
  const { otherLanguage } = useTexts(frameTexts);
  const other = place.language === 'pt' ? 'en' : 'pt';
  const query = new URLSearchParams({ para: other, voltar: place.here });
  return (
    <a className="switch" href={`/admin/idioma?${query}`} hrefLang={other} lang={LANGUAGE_TAGS[other]} rel="nofollow">
      {otherLanguage}
    </a>
  );
}

function LogOut({ csrfToken }: { readonly csrfToken: string | null }): ReactNode {
  const { logOut } = useTexts(frameTexts);
  if (csrfToken === null) return null;
  return (
    <form method="post" action="/admin/logout">
      <input type="hidden" name="csrf" value={csrfToken} />
      <button type="submit" className="plain">
        {logOut}
      </button>
    </form>
  );
}
