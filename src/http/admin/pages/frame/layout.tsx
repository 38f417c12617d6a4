import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '../../../../presentation/ago.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { API_PATH, PEOPLE_PATH } from '../../addresses/paths.ts';
import { type Asset, assetUrl, HTMX, ICON, LATIN_FONT, SCRIPT, STYLESHEET } from '../../assets/assets.ts';
import { useFrame, useLanguage, useMessages, useNow, useWords } from '../context.tsx';
import { HTMX_CONFIG } from '../elements/live.tsx';
import { KeysDialog, Palette } from '../palette/palette.tsx';

export type Section = keyof typeof ICONS | 'api';

/** Grouped: what is happening now, what came in, its results, and what they depend on. */
const SECTIONS: readonly (readonly (readonly [section: keyof typeof ICONS, path: string])[])[] = [
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
    ['people', PEOPLE_PATH],
  ],
];

/** The parts that the visitor may open: readers see no personal data, so they find nobody. */
function useSections(): typeof SECTIONS {
  const { role } = useFrame();
  return role === 'operator' ? SECTIONS : SECTIONS.map((group) => group.filter(([section]) => section !== 'people'));
}

/** A page with the navigation around it; `scripts` are loaded in addition to the common ones. */
export function Layout(props: { section: Section; title: string; scripts?: readonly Asset[]; children: ReactNode }): ReactNode {
  const { section, title, scripts = [], children } = props;
  const { words } = useWords('frame');
  return (
    <Document title={title} scripts={scripts}>
      <a className="skip" href="#content">
        {words.skipToContent}
      </a>
      <Top />
      <Navigation section={section} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Palette
        destinations={useSections()
          .flat()
          .map(([name, path]) => [words.sections[name], path])}
      />
      <KeysDialog />
    </Document>
  );
}

/** With the script, the search opens the palette. */
function Top(): ReactNode {
  const { environment, role } = useFrame();
  const { words } = useWords('frame');
  return (
    <header className="top">
      <button type="button" className="menu secondary" popoverTarget="navigation">
        {words.menu}
      </button>
      <a className="brand" href="/admin">
        <Mark />
        <span>{words.product}</span>
      </a>
      {role === 'reader' ? null : (
        <search className="find">
          <form action="/admin/webhooks">
            <input type="search" name="busca" aria-label={words.find} placeholder={words.findShort} autoComplete="off" spellCheck={false} />
            <kbd hidden>Ctrl K</kbd>
          </form>
        </search>
      )}
      <p className="about">
        {role === 'reader' ? (
          <span className="environment environment-reader" title={words.readOnlyMeaning}>
            {words.readOnly}
          </span>
        ) : null}
        <span className={`environment environment-${environment}`}>{environment}</span>
      </p>
    </header>
  );
}

function Navigation({ section }: { readonly section: Section }): ReactNode {
  const { version } = useFrame();
  const { frame: words, api } = useMessages().web;
  return (
    <nav id="navigation" popover="auto" aria-label={words.mainNavigation}>
      <div>
        {useSections().map((group) => (
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
          <LanguageSwitch />
          <LogOut />
          <a className="switch" href={API_PATH} aria-current={section === 'api' ? 'page' : undefined}>
            {api.title}
          </a>
          <p className="quiet version">
            {words.version} {version}
          </p>
        </div>
      </div>
    </nav>
  );
}

function Mark(): ReactNode {
  return <img src={assetUrl(ICON)} alt="" width="24" height="24" />;
}

/**
 * A page without navigation: the login, an error. While it contains a form that a user filled in, there is no link to the other language.
 */
export function Plain(props: { title: string; refresh?: string; holdsForm?: boolean; children: ReactNode }): ReactNode {
  const { title, refresh, holdsForm = false, children } = props;
  const { words } = useWords('frame');
  return (
    <Document title={title} {...(refresh === undefined ? {} : { refresh })}>
      <main id="content" className="plain">
        <div className="heading">
          <p className="brand">
            <Mark />
            {words.product}
          </p>
          {holdsForm ? null : <LanguageSwitch />}
        </div>
        {children}
      </main>
    </Document>
  );
}

function Document(props: { title: string; refresh?: string; scripts?: readonly Asset[]; children: ReactNode }): ReactNode {
  const { title, refresh, scripts = [], children } = props;
  const { product } = useMessages().web.frame;
  const now = useNow();
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
        {/* Preloaded next to the stylesheet that names it, so that no page is rendered twice. Browsers fetch fonts without credentials, hence the
   mode. */}
        <link rel="preload" href={assetUrl(LATIN_FONT)} as="font" type={LATIN_FONT.contentType} crossOrigin="anonymous" />
        {/* Our script first: it waits for htmx to start. */}
        {[SCRIPT, HTMX, ...scripts].map((asset) => (
          <script key={asset.path} defer src={assetUrl(asset)} />
        ))}
      </head>
      <body data-now={now === undefined ? undefined : isoTime(now)}>{children}</body>
    </html>
  );
}

function LanguageSwitch(): ReactNode {
  const { language, here } = useFrame();
  const { otherLanguage } = useMessages().web.frame;
  const other = language === 'pt' ? 'en' : 'pt';
  const query = new URLSearchParams({ para: other, voltar: here });
  return (
    <a id="language" className="switch" href={`/admin/idioma?${query}`} hrefLang={other} lang={LANGUAGE_TAGS[other]} rel="nofollow">
      {otherLanguage}
    </a>
  );
}

function LogOut(): ReactNode {
  const { csrfToken } = useFrame();
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

/** Icons on a grid of 20 × 20, one per part of the admin. They repeat the word next to them. */
const ICONS = {
  home: 'M3 9.5 10 3.5l7 6V16.5h-4.5v-5h-5v5H3z',
  queue: 'M3.5 5h13M3.5 10h13M3.5 15h8',
  events: 'M3 11.5 5 4h10l2 7.5v5H3zM3 11.5h4l1 2h4l1-2h4',
  refused: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M5.5 5.5l9 9',
  sources: 'M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0zM10 14.5V17.5',
  leads: 'M10 3.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M4 16.5c.6-3.2 3-4.5 6-4.5s5.4 1.3 6 4.5',
  conversions: 'M3 15l5-5 3 3 6-7M12.5 6H17v4.5',
  directory: 'M4.5 17V3.5M4.5 4H15l-2.5 3.25L15 10.5H4.5',
  activity: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 6.5V10l2.5 1.5',
  people: 'M10 3 4.5 5v4.5c0 3.6 2.3 6 5.5 7.5c3.2-1.5 5.5-3.9 5.5-7.5V5zM7.5 10l2 2l3.5-4',
} as const;

function Icon({ name }: { readonly name: keyof typeof ICONS }): ReactNode {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
