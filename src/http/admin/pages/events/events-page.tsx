import type { ReactNode } from 'react';
import { type EventListFilter, type EventListQuery, eventList, eventListPath } from '../../addresses/event-filter.ts';
import { assetUrl, EVENT_LIST_SCRIPT } from '../../assets/assets.ts';
import { type EventList, type EventListChoices, MOST_CHOICES } from '../../read/event-list.ts';
import type { ListLook } from '../../read/list-look.ts';
import { useFrame, useWords } from '../context.tsx';
import type { Option } from '../elements/fields.tsx';
import { FilterChips } from '../elements/filter-form.tsx';
import { ListTools, RefusedMatches, SavedViews, Unsearched } from '../elements/list-tools.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { BulkBar, EventGroups, WholeFilter } from './event-groups.tsx';
import { EventTable, type EventTableProps, useEventColumns } from './event-table.tsx';

interface EventsPageProps {
  readonly list: EventList;
  /** Refused requests that the search also finds. */
  readonly refused: number;
  readonly choices: EventListChoices;
  readonly look: ListLook;
}

/** Changing the filter replaces the list, so that the focus stays in the field; links that return to the URL are replaced too. */
const HTMX = {
  'hx-get': eventList.path,
  'hx-trigger': 'change, submit',
  'hx-target': '#events',
  'hx-select': '#events',
  'hx-select-oob': '#language,#palette-language,#columns',
  'hx-swap': 'outerHTML settle:0ms',
  'hx-push-url': 'true',
  'hx-sync': 'this:replace',
};

/** The form is outside of `#events`, which htmx replaces. */
export function EventsPage({ list, refused, choices, look }: EventsPageProps): ReactNode {
  const { mayChange, role } = useFrame();
  const { query } = list;
  const { filter } = query;
  const options = choicesOf(filter, choices);
  const table = { role, list, columns: look.columns };
  return (
    <AdminPage section="events" answer={<BulkNotice />} subtitle={<Connection />}>
      <ListTools
        look={look}
        list={eventList}
        filter={filter}
        columns={useEventColumns(role, list)}
        options={options}
        suggestions={{ erro_codigo: [...new Set(list.groups.map(({ errorCode }) => errorCode))] }}
        isToMinute
        htmx={HTMX}
      />
      <p id="announcement" className="visually-hidden" role="status" />
      <div id="events" className="events">
        <SavedViews look={look} address={eventListPath(filter)} />
        <FilterChips list={eventList} filter={filter} options={options} />
        <Unsearched events={list.unsearched} />
        <RefusedMatches count={refused} text={filter.text} />
        <WithoutLead filter={filter} />
        {query.before === undefined ? <LiveList {...table} /> : <OlderPage {...table} />}
        {mayChange ? <WholeFilter query={query} /> : null}
        {mayChange ? <BulkBar query={query} /> : null}
      </div>
      <script defer src={assetUrl(EVENT_LIST_SCRIPT)} />
    </AdminPage>
  );
}

/** Clients and campaigns to choose from; if there are too many to show, users type an id. */
function choicesOf({ clientId }: EventListFilter, { clients, campaigns }: EventListChoices): Readonly<Record<string, readonly Option[]>> {
  const few = <Item,>(name: string, items: readonly Item[], option: (item: Item) => Option) =>
    items.length <= MOST_CHOICES ? { [name]: items.map(option) } : {};
  return {
    ...few('cliente', clients, ({ id, name }) => ({ value: id, label: name })),
    ...few('campanha', campaigns, ({ id, name, clientName }) => ({
      value: id,
      label: clientId === undefined ? `${name} · ${clientName}` : name,
    })),
  };
}

/** Failed and waiting events have no lead yet, so a filter by client or campaign hides them. This note says so. */
function WithoutLead({ filter }: { readonly filter: EventListFilter }): ReactNode {
  const { words, actions } = useWords('events');
  if (filter.clientId === undefined && filter.campaignId === undefined) return null;
  return (
    <p className="quiet">
      {words.withoutLead} <a href={eventListPath(eventList.without(eventList.without(filter, 'cliente'), 'campanha'))}>{actions.showAll}</a>
    </p>
  );
}

/** The live part. It belongs to no session, so one rendering serves all visitors with the same role and columns. */
export function EventRows({ role, list, columns }: EventTableProps): ReactNode {
  return (
    <>
      <EventGroups role={role} list={list} />
      <EventTable role={role} list={list} columns={columns} />
    </>
  );
}

function LiveList(table: EventTableProps): ReactNode {
  const { words } = useWords('events');
  return (
    <div>
      <div className="new-events">
        <button type="button" id="new-events" className="primary small" data-one={words.newOne} data-many={words.newMany} hidden />
      </div>
      <Live address={listPath(table.list.query)}>
        <EventRows {...table} />
      </Live>
    </div>
  );
}

function OlderPage(table: EventTableProps): ReactNode {
  const { words } = useWords('events');
  const { filter, limit } = table.list.query;
  return (
    <>
      <p className="quiet">
        {words.olderPage} <a href={eventListPath(filter, undefined, limit)}>{words.toNewest}</a>
      </p>
      <EventRows {...table} />
    </>
  );
}

function listPath({ filter, before, limit }: EventListQuery): string {
  return eventListPath(filter, before, limit);
}

function BulkNotice(): ReactNode {
  const { word, count, expected } = useFrame().done;
  const { words, number } = useWords('events');
  if ((word !== 'repetir' && word !== 'esquecer') || count === undefined) return null;
  const sentence = count === 0 ? words.notices[`${word}None`] : words.notices[word](number(count), count);
  return (
    <p className={count === 0 ? 'notice notice-warn' : 'notice notice-good'} role="status">
      {sentence} {expected === undefined ? null : words.notices.expected(number(expected))}
    </p>
  );
}
