import type { ReactNode } from 'react';
import { ORIGINS } from '../../../domain/origin.ts';
import type { Page } from '../../../domain/ports.ts';
import { EVENT_STATUSES, type EventSummary } from '../../../domain/webhook-event.ts';
import { type EventFilter, eventListPath } from '../event-filter.ts';
import { Badge, Foreign, formatCount, Moment } from './format.tsx';
import { type Frame, Layout } from './layout.tsx';
import { texts } from './texts.ts';

const words = texts.eventsPage;

export interface EventsPageProps {
  readonly frame: Frame;
  readonly filter: EventFilter;
  readonly page: Page<EventSummary>;
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
}

export function EventsPage({ frame, filter, page, isFirst }: EventsPageProps): ReactNode {
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Layout frame={frame} section="webhooks" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </div>
      <Filter filter={filter} isFiltered={isFiltered} />
      {page.items.length === 0 ? <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p> : <Events events={page.items} />}
      <nav className="pages" aria-label={words.pages}>
        {isFirst ? null : <a href={eventListPath(filter)}>← {words.newest}</a>}
        {page.nextCursor === null ? null : (
          <a href={eventListPath(filter, page.nextCursor)} rel="next">
            {words.older} →
          </a>
        )}
      </nav>
    </Layout>
  );
}

function Filter({ filter, isFiltered }: { readonly filter: EventFilter; readonly isFiltered: boolean }): ReactNode {
  return (
    <form method="get" action="/admin/webhooks" className="filter" aria-label={words.filter}>
      <Choice name="origem" words={ORIGINS} chosen={filter.origin} />
      <Choice name="status" words={EVENT_STATUSES} chosen={filter.status} />
      <Text name="event_type" value={filter.eventType} />
      <Text name="erro_codigo" value={filter.errorCode} />
      <Text name="identidade" value={filter.identity} />
      <div className="buttons">
        <button type="submit" className="secondary">
          {words.apply}
        </button>
        {isFiltered ? <a href="/admin/webhooks">{words.clear}</a> : null}
      </div>
    </form>
  );
}

function Choice(props: { name: string; words: readonly string[]; chosen: string | undefined }): ReactNode {
  return (
    <div className="field">
      <label htmlFor={props.name}>{props.name}</label>
      <select id={props.name} name={props.name} defaultValue={props.chosen ?? ''}>
        <option value="">{words.any}</option>
        {props.words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    </div>
  );
}

function Text({ name, value }: { readonly name: string; readonly value: string | undefined }): ReactNode {
  return (
    <div className="field">
      <label htmlFor={name}>{name}</label>
      <input id={name} name={name} type="text" defaultValue={value ?? ''} autoComplete="off" spellCheck={false} />
    </div>
  );
}

function Events({ events }: { readonly events: readonly EventSummary[] }): ReactNode {
  return (
    <table className="list">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {[words.receivedAt, words.origin, words.type, words.identity, words.status, words.lead, words.resends].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function EventRow({ event }: { readonly event: EventSummary }): ReactNode {
  return (
    <tr>
      <td data-label={words.receivedAt}>
        <a href={`/admin/webhooks/${event.id}`}>
          <Moment at={event.receivedAt} />
          <span className="visually-hidden"> {words.event(event.id)}</span>
        </a>
      </td>
      <td data-label={words.origin}>{event.origin}</td>
      <td data-label={words.type}>
        <Foreign text={event.eventType} />
      </td>
      <td data-label={words.identity} className="identity">
        <Foreign text={event.identity} />
      </td>
      <td data-label={words.status}>
        <Badge word={event.status} />
        {event.errorCode === null ? null : <code className="error-code">{event.errorCode}</code>}
      </td>
      <td data-label={words.lead} className={event.leadId === null ? 'nothing' : undefined}>
        {event.leadId ?? texts.none}
      </td>
      <td data-label={words.resends} className={event.resends === 0 ? 'nothing' : undefined}>
        {formatCount(event.resends)}
        {event.conflicts === 0 ? null : <span className="badge badge-conflict">{words.conflicts(event.conflicts)}</span>}
      </td>
    </tr>
  );
}
