import type { ReactNode } from 'react';
import { ORIGINS } from '../../../../domain/origin.ts';
import type { Page } from '../../../../domain/ports.ts';
import { EVENT_STATUSES, type EventSummary } from '../../../../domain/webhook-event.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { type EventFilter, eventListPath } from '../../routes/event-filter.ts';
import { Badge, Count, Foreign, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Layout } from '../frame/layout.tsx';
import { useTexts } from '../language.tsx';
import { eventsTexts } from './events-texts.ts';

export interface EventsPageProps {
  readonly frame: Frame;
  readonly filter: EventFilter;
  readonly page: Page<EventSummary>;
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
}

export function EventsPage({ frame, filter, page, isFirst }: EventsPageProps): ReactNode {
  const words = useTexts(eventsTexts);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Layout frame={frame} section="events" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </div>
      <Filter filter={filter} isFiltered={isFiltered} />
      {page.items.length === 0 ? <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p> : <Events events={page.items} />}
      <Pager
        newest={isFirst ? null : eventListPath(filter)}
        older={page.nextCursor === null ? null : eventListPath(filter, page.nextCursor)}
      />
    </Layout>
  );
}

function Filter({ filter, isFiltered }: { readonly filter: EventFilter; readonly isFiltered: boolean }): ReactNode {
  const words = useTexts(eventsTexts);
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
  const words = useTexts(eventsTexts);
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
  const words = useTexts(eventsTexts);
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
  const words = useTexts(eventsTexts);
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
        {event.leadId ?? words.none}
      </td>
      <td data-label={words.resends} className={event.resends === 0 ? 'nothing' : undefined}>
        <Count value={event.resends} />
        {event.conflicts === 0 ? null : <span className="badge badge-conflict">{words.conflicts(event.conflicts)}</span>}
      </td>
    </tr>
  );
}
