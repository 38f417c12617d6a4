import type { ComponentProps, ReactNode } from 'react';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import { leadList } from '../../addresses/lists.ts';
import { API_PATH, FORMS_PATH, NAMED_SECRETS_PATH, queuePath } from '../../addresses/paths.ts';
import type { Frame } from '../../requests/visitor.ts';
import { useMessages, useWords } from '../language.tsx';

/** Pages, with their names in the navigation. */
export type Destination = readonly [name: string, path: string];

const RETRY_FAILED = bulkPath('repetir', { status: EventStatus.failed }, eventListPath({ status: EventStatus.failed }));

/**
 * The dialog that Ctrl-K opens: pages and actions, and search results. A combobox with a list of options (WAI-ARIA Authoring Practices);
 * the script filters them and moves between them. Readers cannot search. Hidden without the script.
 */
export function Palette({ frame, destinations }: { readonly frame: Frame; readonly destinations: readonly Destination[] }): ReactNode {
  const { words, web, actions } = useWords('palette');
  const isOperator = frame.role === 'operator';
  const pages: readonly Destination[] = [
    ...destinations,
    [web.directory.clients, CLIENTS_PATH],
    [web.forms.title, FORMS_PATH],
    [web.namedSecrets.title, NAMED_SECRETS_PATH],
    [web.api.title, API_PATH],
  ];
  return (
    <dialog id="palette" className="palette" aria-label={words.name}>
      <Search isOperator={isOperator} />
      <div id="palette-options" role="listbox" aria-label={words.options}>
        <Group id="pages" name={words.pages}>
          {pages.map(([name, path]) => (
            <PaletteOption key={path} id={path} href={path}>
              {name}
            </PaletteOption>
          ))}
        </Group>
        <Actions frame={frame} isOperator={isOperator} />
        {isOperator ? (
          <>
            <Group id="search" name={actions.search}>
              <SearchIn path={leadList.path} words={words.inLeads} />
              <SearchIn path={eventListPath({})} words={words.inEvents} />
            </Group>
            <div id="palette-found" role="presentation" />
          </>
        ) : null}
      </div>
      <p className="palette-none quiet" role="status" data-none={words.none} data-one={words.one} data-many={words.many} />
      {frame.csrfToken === null ? null : (
        <form id="palette-log-out" method="post" action="/admin/logout">
          <input type="hidden" name="csrf" value={frame.csrfToken} />
        </form>
      )}
    </dialog>
  );
}

function Search({ isOperator }: { readonly isOperator: boolean }): ReactNode {
  const { palette: words } = useMessages().web;
  const search = {
    name: 'busca',
    'hx-get': '/admin/paleta',
    'hx-trigger': 'input changed delay:150ms',
    'hx-target': '#palette-found',
    'hx-swap': 'innerHTML settle:0ms',
    'hx-sync': 'this:replace',
  };
  return (
    <input
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls="palette-options"
      aria-label={words.name}
      placeholder={isOperator ? words.placeholder : words.placeholderOfReader}
      autoComplete="off"
      spellCheck={false}
      {...(isOperator ? search : {})}
    />
  );
}

/** Options under a name; hidden while none of them matches. */
export function Group({ id, name, children }: { readonly id: string; readonly name: string; readonly children: ReactNode }): ReactNode {
  const label = `palette-group-${id}`;
  return (
    <fieldset aria-labelledby={label}>
      <p id={label} className="palette-group quiet">
        {name}
      </p>
      {children}
    </fieldset>
  );
}

function Actions({ frame, isOperator }: { readonly frame: Frame; readonly isOperator: boolean }): ReactNode {
  const { palette: words, frame: frameWords } = useMessages().web;
  const other = frame.language === 'pt' ? 'en' : 'pt';
  return (
    <Group id="actions" name={words.actions}>
      {isOperator ? (
        <>
          <PaletteOption id="new-campaign" href={`${CAMPAIGNS_PATH}#add`}>
            {words.newCampaign}
          </PaletteOption>
          <PaletteOption id="retry-failed" href={RETRY_FAILED}>
            {words.retryFailed}
          </PaletteOption>
          <PaletteOption id="pause" href={queuePath()}>
            {words.pauseOrResume}
          </PaletteOption>
        </>
      ) : null}
      <button type="button" role="option" aria-selected="false" tabIndex={-1} id="palette-keys" data-show-keys>
        {words.keys}
      </button>
      <PaletteOption
        id="language"
        href={`/admin/idioma?${new URLSearchParams({ para: other, voltar: frame.here })}`}
        hrefLang={other}
        data-words={words.languageWords}
      >
        {frameWords.otherLanguage}
      </PaletteOption>
      {frame.csrfToken === null ? null : (
        <button type="submit" role="option" aria-selected="false" tabIndex={-1} id="palette-leave" form="palette-log-out">
          {frameWords.logOut}
        </button>
      )}
    </Group>
  );
}

/** The whole list filtered by the text; the script completes its URL. */
function SearchIn({ path, words }: { readonly path: string; readonly words: string }): ReactNode {
  return (
    <PaletteOption id={`search-${path}`} href={path} data-search={path} hidden>
      <span>
        {words} <bdi data-typed />
      </span>
    </PaletteOption>
  );
}

/** A link of the palette. Tab skips it, because the focus stays in the search box. */
export function PaletteOption({ id, ...link }: ComponentProps<'a'> & { readonly id: string }): ReactNode {
  return <a role="option" aria-selected="false" tabIndex={-1} id={`palette-${id}`} {...link} />;
}
