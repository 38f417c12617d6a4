import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { maskIdentity, maskMark } from '../../../../presentation/masking.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { EventList } from '../../views/event-list-view.ts';
import { BadgeWithCode, Count, Foreign, ForeignLink, formatCount, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Table } from '../elements/table.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** Names and types of strangers may be long; the event's page has them whole. */
const LONGEST_SHOWN = 120;

/** One page of events and where the list goes on. Each row keeps its id, so that it stays the same row when it is sent anew. */
export function EventTable({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const { query, page } = list;
  const { filter, before, limit } = query;
  return (
    <>
      {page.items.length === 0 ? <Empty list={list} /> : <Events role={role} list={list} />}
      <Pager page={page} isFirst={before === undefined} path={(from) => eventListPath(filter, from, limit)} />
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

function Events({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  const { page, leads, query } = list;
  const isParked = query.filter.parked === true;
  const shown = page.items.length === 1 ? words.shownOne : words.shown(formatCount(page.items.length, language));
  return (
    <Table
      look="flowing event-list"
      live={{ id: 'event-list', row: 'evento-', shown }}
      caption={words.table}
      rows={page.items}
      keyOf={({ id }) => id}
      columns={[
        role === 'operator' ? { name: words.choose, look: 'fit box', unnamed: 'everywhere', cell: ({ id }) => <Box id={id} /> } : null,
        { name: words.receivedAt, look: 'fit', cell: (event) => <When event={event} /> },
        { name: words.origin, look: 'fit', cell: ({ origin }) => origin },
        { name: words.type, look: 'type', cell: ({ eventType }) => <Foreign text={maskMark(eventType)} longest={LONGEST_SHOWN} /> },
        { name: words.identity, look: 'identity', cell: (event) => <Foreign text={maskIdentity(event)} longest={LONGEST_SHOWN} /> },
        {
          name: words.status,
          look: 'state',
          cell: ({ status, errorCode }) => <BadgeWithCode word={isParked ? 'estacionado' : status} code={errorCode} />,
        },
        {
          name: words.lead,
          look: 'lead',
          cell: ({ leadId }) => (leadId === null ? null : <LeadName leadId={leadId} lead={leads.get(leadId)} />),
        },
        { name: words.resends, look: 'fit', cell: (event) => (event.resends === 0 ? null : <Resends event={event} />) },
      ]}
    />
  );
}

function When({ event: { id, receivedAt } }: { readonly event: EventSummary }): ReactNode {
  const words = useMessages().web.events;
  return (
    <a href={`/admin/webhooks/${id}`}>
      <Moment at={receivedAt} />
      <span className="visually-hidden"> {words.event(id)}</span>
    </a>
  );
}

/** Belongs to the form beneath the table, which is not sent anew. */
function Box({ id }: { readonly id: string }): ReactNode {
  const words = useMessages().web.events;
  return (
    <label className="pick">
      <input type="checkbox" name="evento" value={id} form="bulk" id={`marcar-${id}`} aria-label={words.chooseEvent(id)} />
    </label>
  );
}

function LeadName({ leadId, lead }: { readonly leadId: string; readonly lead: LeadView | undefined }): ReactNode {
  const words = useMessages().web.events;
  const contact = lead?.email ?? lead?.phoneE164 ?? lead?.phone ?? null;
  return (
    <span>
      <ForeignLink href={`/admin/leads/${leadId}`} text={lead?.name ?? words.leadNumber(leadId)} longest={LONGEST_SHOWN} />{' '}
      {contact === null ? null : (
        <span className="quiet">
          <Foreign text={contact} longest={LONGEST_SHOWN} />
        </span>
      )}
    </span>
  );
}

function Resends({ event: { resends, conflicts } }: { readonly event: EventSummary }): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  return (
    <span className="beside">
      <Count value={resends} />
      {conflicts === 0 ? null : <span className="badge badge-conflict">{words.conflicts(formatCount(conflicts, language))}</span>}
    </span>
  );
}
