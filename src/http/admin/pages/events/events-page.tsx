import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import { type EventListFilter, type EventListQuery, eventListPath, withoutField } from '../../addresses/event-filter.ts';
import { assetUrl, EVENT_LIST_SCRIPT } from '../../assets.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { EventList, EventListChoices } from '../../views/event-list-view.ts';
import { formatCount } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { RefusedMatches } from '../elements/refused-matches.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { EventChips } from './event-chips.tsx';
import { EventFilterForm } from './event-filter-form.tsx';
import { EventGroups } from './event-groups.tsx';
import { EventTable } from './event-table.tsx';
import { Unsearched } from './unsearched.tsx';

export interface EventsPageProps {
  readonly frame: Frame;
  readonly list: EventList;
  /** Refused requests that the search finds as well. */
  readonly refused: number;
  readonly choices: EventListChoices;
}

/** The form stands outside of `#events`: htmx exchanges that part alone, and the focus stays in the field. */
export function EventsPage({ frame, list, refused, choices }: EventsPageProps): ReactNode {
  const words = useMessages().web.events;
  const { query } = list;
  return (
    <AdminPage
      frame={frame}
      section="events"
      title={words.title}
      answer={<BulkNotice done={frame.done} />}
      beside={
        <>
          <Connection />
          <Keys />
        </>
      }
    >
      <EventFilterForm role={frame.role} filter={query.filter} choices={choices} groups={list.groups} />
      <p id="announcement" className="visually-hidden" role="status" />
      <div id="events" className="events">
        <EventChips filter={query.filter} choices={choices} />
        <Unsearched events={list.unsearched} />
        <RefusedMatches count={refused} text={query.filter.text} />
        <WithoutLead filter={query.filter} />
        {query.before === undefined ? <LiveList role={frame.role} list={list} /> : <OlderPage role={frame.role} list={list} />}
        {mayChange(frame) ? <BulkBar query={query} /> : null}
      </div>
      <script defer src={assetUrl(EVENT_LIST_SCRIPT)} />
    </AdminPage>
  );
}

/** Failed and waiting events have no lead yet, so a filter by client or campaign hides them: whoever looks for them is told. */
function WithoutLead({ filter }: { readonly filter: EventListFilter }): ReactNode {
  const words = useMessages().web.events;
  if (filter.clientId === undefined && filter.campaignId === undefined) return null;
  return (
    <p className="quiet">
      {words.withoutLead} <a href={eventListPath(withoutField(withoutField(filter, 'cliente'), 'campanha'))}>{words.withoutLeadLink}</a>
    </p>
  );
}

/** The part that is sent anew after each change. It belongs to no session, so one rendering serves everybody of a role. */
export function EventRows({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  return (
    <>
      <EventGroups role={role} list={list} />
      <EventTable role={role} list={list} />
    </>
  );
}

function LiveList({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  return (
    <div>
      <div className="new-events">
        <button type="button" id="new-events" className="primary small" data-one={words.newOne} data-many={words.newMany} hidden />
      </div>
      <Live address={listPath(list.query)}>
        <EventRows role={role} list={list} />
      </Live>
    </div>
  );
}

function OlderPage({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  return (
    <>
      <p className="quiet">
        {words.olderPage} <a href={eventListPath(list.query.filter, undefined, list.query.limit)}>{words.toNewest}</a>
      </p>
      <EventRows role={role} list={list} />
    </>
  );
}

function listPath({ filter, before, limit }: EventListQuery): string {
  return eventListPath(filter, before, limit);
}

function BulkNotice({ done: { word, count, expected } }: Pick<Frame, 'done'>): ReactNode {
  const { notices } = useMessages().web.events;
  const language = useLanguage();
  if ((word !== 'repetir' && word !== 'esquecer') || count === undefined) return null;
  const sentence = count === 0 ? notices[`${word}None`] : notices[word](formatCount(count, language));
  return (
    <p className={count === 0 ? 'notice notice-warn' : 'notice notice-good'} role="status">
      {sentence} {expected === undefined ? null : notices.expected(formatCount(expected, language))}
    </p>
  );
}

/** What the script's keys do, and the switch that turns the single letter off (WCAG 2.1.4). Without the script there are none. */
function Keys(): ReactNode {
  const words = useMessages().web.events;
  const keys = [
    ['/', words.keySearch],
    ['↑ ↓', words.keyRows],
    ['Enter', words.keyOpen],
    ['␣', words.keyChoose],
  ] as const;
  return (
    <details className="keys" id="keys" hidden>
      <summary>{words.keys}</summary>
      <div className="keys-open panel">
        <dl>
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input type="checkbox" id="keys-on" defaultChecked /> {words.keysOn}
        </label>
      </div>
    </details>
  );
}
