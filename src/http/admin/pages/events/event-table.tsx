import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { maskIdentity, maskMark } from '../../../../presentation/masking.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { EventList } from '../../views/event-list-view.ts';
import { BadgeWithCode, Count, Foreign, formatCount, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** Names and types of strangers may be long; the event's page has them whole. */
const LONGEST_SHOWN = 120;

/** One page of events and where the list goes on. Each row keeps its id, so that it stays the same row when it is sent anew. */
export function EventTable({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const { query, page } = list;
  const { filter, before, limit } = query;
  return (
    <>
      {page.items.length === 0 ? <Empty list={list} /> : <Table role={role} list={list} />}
      <Pager
        first={before === undefined ? null : eventListPath(filter, undefined, limit)}
        next={page.nextCursor === null ? null : eventListPath(filter, page.nextCursor, limit)}
      />
    </>
  );
}

function Empty({ list: { query, page } }: { readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  if (page.nextCursor !== null) return <p className="empty">{words.emptySoFar}</p>;
  if (Object.keys(query.filter).length > 0) return <p className="empty">{words.emptyFiltered}</p>;
  return (
    <p className="empty">
      {words.empty} {words.emptyHint}
    </p>
  );
}

function Table({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  const { page, leads, query } = list;
  const shown = page.items.length === 1 ? words.shownOne : words.shown(formatCount(page.items.length, language));
  return (
    <table className="list flowing event-list" id="event-list" data-shown={shown}>
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {role === 'operator' ? (
            <th scope="col" className="fit">
              <span className="visually-hidden">{words.choose}</span>
            </th>
          ) : null}
          {[words.receivedAt, words.origin, words.type, words.identity, words.status, words.lead, words.resends].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.items.map((event) => (
          <EventRow
            key={event.id}
            role={role}
            event={event}
            lead={event.leadId === null ? undefined : leads.get(event.leadId)}
            isParked={query.filter.parked === true}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly event: EventSummary;
  readonly lead: LeadView | undefined;
}

function EventRow({ role, event, lead, isParked }: RowProps & { readonly role: Role; readonly isParked: boolean }): ReactNode {
  const words = useMessages().web.events;
  return (
    <tr id={`evento-${event.id}`}>
      {role === 'operator' ? <Box id={event.id} /> : null}
      <td data-label={words.receivedAt} className="fit">
        <a href={`/admin/webhooks/${event.id}`}>
          <Moment at={event.receivedAt} />
          <span className="visually-hidden"> {words.event(event.id)}</span>
        </a>
      </td>
      <td data-label={words.origin} className="fit">
        {event.origin}
      </td>
      <td data-label={words.type} className="type">
        <Foreign text={maskMark(event.eventType)} longest={LONGEST_SHOWN} />
      </td>
      <td data-label={words.identity} className="identity">
        <Foreign text={maskIdentity(event)} longest={LONGEST_SHOWN} />
      </td>
      <td data-label={words.status} className="state">
        <BadgeWithCode word={isParked ? 'estacionado' : event.status} code={event.errorCode} />
      </td>
      <LeadCell event={event} lead={lead} />
      <Resends event={event} />
    </tr>
  );
}

/** Belongs to the form beneath the table, which is not sent anew. */
function Box({ id }: { readonly id: string }): ReactNode {
  const words = useMessages().web.events;
  return (
    <td className="fit box">
      <label className="pick">
        <input type="checkbox" name="evento" value={id} form="bulk" id={`marcar-${id}`} aria-label={words.chooseEvent(id)} />
      </label>
    </td>
  );
}

function LeadCell({ event: { leadId }, lead }: RowProps): ReactNode {
  const words = useMessages().web.events;
  if (leadId === null) {
    return (
      <td data-label={words.lead} className="nothing">
        {words.none}
      </td>
    );
  }
  const name = lead?.name ?? words.leadNumber(leadId);
  const contact = lead?.email ?? lead?.phoneE164 ?? lead?.phone ?? null;
  return (
    <td data-label={words.lead} className="lead">
      <span>
        <a href={`/admin/leads/${leadId}`}>
          <Foreign text={name} longest={LONGEST_SHOWN} />
        </a>{' '}
        {contact === null ? null : (
          <span className="quiet">
            <Foreign text={contact} longest={LONGEST_SHOWN} />
          </span>
        )}
      </span>
    </td>
  );
}

function Resends({ event: { resends, conflicts } }: Pick<RowProps, 'event'>): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  if (resends === 0) {
    return (
      <td data-label={words.resends} className="fit nothing">
        {words.none}
      </td>
    );
  }
  return (
    <td data-label={words.resends} className="fit">
      <span className="beside">
        <Count value={resends} />
        {conflicts === 0 ? null : <span className="badge badge-conflict">{words.conflicts(formatCount(conflicts, language))}</span>}
      </span>
    </td>
  );
}
