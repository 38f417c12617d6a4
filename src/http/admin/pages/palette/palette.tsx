import type { ComponentProps, ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { identityLabel, labelOf } from '../../../../presentation/labels.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import { leadList } from '../../addresses/lists.ts';
import { API_PATH, FORMS_PATH, NAMED_SECRETS_PATH, queuePath } from '../../addresses/paths.ts';
import type { Found } from '../../read/find-anything.ts';
import { useFrame, useMessages, useWords } from '../context.tsx';
import { Foreign, Moment } from '../elements/format.tsx';

/** Pages, with their names in the navigation. */
export type Destination = readonly [name: string, path: string];

const RETRY_FAILED = bulkPath('repetir', { status: EventStatus.failed }, eventListPath({ status: EventStatus.failed }));

/**
 * The dialog that Ctrl-K opens: pages and actions, and search results. A combobox with a list of options (WAI-ARIA Authoring Practices);
 * the script filters them and moves between them. Readers cannot search. Hidden without the script.
 */
export function Palette({ destinations }: { readonly destinations: readonly Destination[] }): ReactNode {
  const { csrfToken, role } = useFrame();
  const { words, web, actions } = useWords('palette');
  const isOperator = role === 'operator';
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
        <Actions isOperator={isOperator} />
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
      {csrfToken === null ? null : (
        <form id="palette-log-out" method="post" action="/admin/logout">
          <input type="hidden" name="csrf" value={csrfToken} />
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
function Group({ id, name, children }: { readonly id: string; readonly name: string; readonly children: ReactNode }): ReactNode {
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

function Actions({ isOperator }: { readonly isOperator: boolean }): ReactNode {
  const { csrfToken, here, language } = useFrame();
  const { palette: words, frame: frameWords } = useMessages().web;
  const other = language === 'pt' ? 'en' : 'pt';
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
        href={`/admin/idioma?${new URLSearchParams({ para: other, voltar: here })}`}
        hrefLang={other}
        data-words={words.languageWords}
      >
        {frameWords.otherLanguage}
      </PaletteOption>
      {csrfToken === null ? null : (
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
function PaletteOption({ id, ...link }: ComponentProps<'a'> & { readonly id: string }): ReactNode {
  return <a role="option" aria-selected="false" tabIndex={-1} id={`palette-${id}`} {...link} />;
}

const LONGEST_SHOWN = 80;

/** The server's results for the palette, as options. */
export function PaletteFound({ found: { leads, events } }: { readonly found: Found }): ReactNode {
  const { words, messages } = useWords('frame');
  const { sections } = words;
  return (
    <>
      {leads.length === 0 ? null : (
        <Group id="leads" name={sections.leads}>
          {leads.map((lead) => (
            <Hit
              key={lead.id}
              id={`lead-${lead.id}`}
              path={`/admin/leads/${lead.id}`}
              name={lead.name ?? messages.web.lead.title(lead.id)}
              about={belonging(lead)}
              at={lead.submittedAt ?? lead.createdAt}
            />
          ))}
        </Group>
      )}
      {events.length === 0 ? null : (
        <Group id="events" name={sections.events}>
          {events.map(({ event, lead }) => (
            <Hit
              key={event.id}
              id={`event-${event.id}`}
              path={`/admin/webhooks/${event.id}`}
              name={lead?.name ?? identityLabel(messages, event)}
              about={[
                labelOf(messages, 'states', event.status),
                ...(event.errorCode === null ? [] : [labelOf(messages, 'codes', event.errorCode)]),
                ...(lead === undefined ? [labelOf(messages, 'origins', event.origin)] : belonging(lead)),
              ]}
              at={event.receivedAt}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function belonging({ campaignName, campaignId, clientName }: LeadView): readonly string[] {
  return [campaignName ?? campaignId ?? '', clientName].filter((name) => name !== '');
}

function Hit(props: { id: string; path: string; name: string; about: readonly string[]; at: number }): ReactNode {
  const { id, path, name, about, at } = props;
  return (
    <PaletteOption id={id} href={path}>
      <span>
        <Foreign text={name} longest={LONGEST_SHOWN} />{' '}
        <span className="quiet">
          <Foreign text={about.join(' · ')} longest={LONGEST_SHOWN} />
        </span>
      </span>
      <span className="quiet">
        <Moment at={at} />
      </span>
    </PaletteOption>
  );
}

/** The keys of the script, and the switch that turns off single letters (WCAG 2.1.4). Hidden without the script. */
export function KeysDialog(): ReactNode {
  const { palette: words } = useMessages().web;
  const keys = [
    ['Ctrl K  ⌘ K', words.keyPalette],
    ['/', words.keySearch],
    ['j  k  ↑  ↓', words.keyRows],
    ['Enter', words.keyOpen],
    ['x', words.keyChoose],
    ['?', words.keyKeys],
    ['Esc', words.close],
  ] as const;
  return (
    <dialog id="keys" className="shortcuts" aria-labelledby="keys-title">
      <h2 id="keys-title">{words.keys}</h2>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split('  ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" id="keys-on" defaultChecked /> {words.lettersOn}
      </label>
      <form method="dialog">
        <button type="submit" className="secondary">
          {words.close}
        </button>
      </form>
    </dialog>
  );
}
