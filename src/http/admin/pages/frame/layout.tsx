import type { ReactNode } from 'react';
import type { Messages } from '../../../../messages/messages.ts';
import { type Asset, assetUrl, HTMX, ICON, LATIN_FONT, SCRIPT, STYLESHEET } from '../../assets.ts';
import type { Frame, Place } from '../../entrance/visitor.ts';
import { HTMX_CONFIG } from '../elements/live.tsx';
import { LANGUAGE_TAGS, useLanguage, useMessages } from '../language.tsx';
import { Icon } from './icons.tsx';

export type Section = keyof Messages['web']['frame']['sections'];

/** In groups: what is now, what came in, what came of it, what it hangs on. */
const SECTIONS: readonly (readonly (readonly [section: Section, path: string])[])[] = [
  [
    ['home', '/admin'],
    ['queue', '/admin/fila'],
  ],
  [
    ['events', '/admin/webhooks'],
    ['refused', '/admin/recusadas'],
    ['sources', '/admin/fontes'],
  ],
  [
    ['leads', '/admin/leads'],
    ['conversions', '/admin/conversoes'],
  ],
  [
    ['directory', '/admin/campanhas'],
    ['activity', '/admin/atividade'],
  ],
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
  const words = useMessages().web.frame;
  return (
    <Document title={title} scripts={scripts}>
      <a className="skip" href="#content">
        {words.skipToContent}
      </a>
      <Top frame={frame} />
      <Navigation frame={frame} section={section} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </Document>
  );
}

/** The list of events has this search among its filters. */
function Top({ frame }: { readonly frame: Frame }): ReactNode {
  const words = useMessages().web.frame;
  const hasSearch = frame.here.split('?', 1)[0] === '/admin/webhooks';
  return (
    <header className="top">
      <button type="button" className="menu secondary" popoverTarget="navigation">
        {words.menu}
      </button>
      <a className="brand" href="/admin">
        <Mark />
        <span>{words.product}</span>
      </a>
      {hasSearch || frame.role === 'reader' ? null : (
        <search className="find">
          <form action="/admin/webhooks">
            <input type="search" name="busca" aria-label={words.find} placeholder={words.findShort} autoComplete="off" spellCheck={false} />
          </form>
        </search>
      )}
      <p className="about">
        {frame.role === 'reader' ? (
          <span className="environment environment-reader" title={words.readOnlyMeaning}>
            {words.readOnly}
          </span>
        ) : null}
        <span className={`environment environment-${frame.environment}`}>{frame.environment}</span>
      </p>
    </header>
  );
}

function Navigation({ frame, section }: { readonly frame: Frame; readonly section: Section }): ReactNode {
  const words = useMessages().web.frame;
  return (
    <nav id="navigation" popover="auto" aria-label={words.mainNavigation}>
      {SECTIONS.map((group) => (
        <ul key={group[0]?.[0]}>
          {group.map(([candidate, path]) => (
            <li key={path}>
              <a href={path} aria-current={candidate === section ? 'page' : undefined}>
                <Icon name={candidate} />
                {words.sections[candidate]}
              </a>
            </li>
          ))}
        </ul>
      ))}
      <div className="foot">
        <LanguageSwitch place={frame} />
        <LogOut csrfToken={frame.csrfToken} />
        <p className="quiet version">
          {words.version} {frame.version}
        </p>
      </div>
    </nav>
  );
}

/** The sign of the product; its name stands beside it. */
function Mark(): ReactNode {
  return <img src={assetUrl(ICON)} alt="" width="24" height="24" />;
}

/** A page of its own: the login, an error. While it holds what a person filled in, no link to the other language leads away from it. */
export function Plain(props: { place: Place; title: string; refresh?: string; holdsForm?: boolean; children: ReactNode }): ReactNode {
  const { place, title, refresh, holdsForm = false, children } = props;
  const words = useMessages().web.frame;
  return (
    <Document title={title} {...(refresh === undefined ? {} : { refresh })}>
      <main id="content" className="plain">
        <div className="heading">
          <p className="brand">
            <Mark />
            {words.product}
          </p>
          {holdsForm ? null : <LanguageSwitch place={place} />}
        </div>
        {children}
      </main>
    </Document>
  );
}

function Document(props: { title: string; refresh?: string; scripts?: readonly Asset[]; children: ReactNode }): ReactNode {
  const { title, refresh, scripts = [], children } = props;
  const { product } = useMessages().web.frame;
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
        {/* Asked for beside the stylesheet that names it, so that no page is drawn twice. Browsers fetch fonts as strangers do, hence the mode. */}
        <link rel="preload" href={assetUrl(LATIN_FONT)} as="font" type={LATIN_FONT.contentType} crossOrigin="anonymous" />
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
  const { otherLanguage } = useMessages().web.frame;
  const other = place.language === 'pt' ? 'en' : 'pt';
  const query = new URLSearchParams({ para: other, voltar: place.here });
  return (
    <a className="switch" href={`/admin/idioma?${query}`} hrefLang={other} lang={LANGUAGE_TAGS[other]} rel="nofollow">
      {otherLanguage}
    </a>
  );
}

function LogOut({ csrfToken }: { readonly csrfToken: string | null }): ReactNode {
  const { logOut } = useMessages().web.frame;
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
