import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import { JobGroup } from '../../../../domain/job.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { eventTypeLabel } from '../../../../presentation/event-label.ts';
import { identityLabel } from '../../../../presentation/labels.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { EventList } from '../../read/event-list.ts';
import { useWords } from '../context.tsx';
import { BadgeWithCode, Count, Foreign, ForeignCode, Moment, Sentence } from '../elements/format.tsx';
import { Belonging, Person } from '../elements/person.tsx';
import { boxColumn, type Column, Pager, Table } from '../elements/table.tsx';

/** Types and identities come from senders and may be long; the event's page has them complete. */
const LONGEST_SHOWN = 80;

export interface EventTableProps {
  readonly role: Role;
  readonly list: EventList;
  /** The selected columns; `undefined` if none were selected. */
  readonly columns: readonly string[] | undefined;
}

/** One page of events with its pager. Each row has a stable id, so that updates keep the row. */
export function EventTable({ role, list, columns }: EventTableProps): ReactNode {
  const { words, number } = useWords('events');
  const { query, page } = list;
  const { filter, before, limit } = query;
  const shown = page.items.length === 1 ? words.shownOne : words.shown(number(page.items.length));
  return (
    <>
      <Table
        look="flowing rows event-list"
        live={{ id: 'event-list', rowId: ({ id }) => `evento-${id}`, shown }}
        caption={words.table}
        rows={page.items}
        none={<Empty list={list} />}
        columns={useEventColumns(role, list)}
        chosen={columns}
      />
      <Pager page={page} isFirst={before === undefined} path={(from) => eventListPath(filter, from, limit)} />
    </>
  );
}

function Empty({ list: { query, page } }: { readonly list: EventList }): ReactNode {
  const { words, labels } = useWords('events');
  if (page.nextCursor !== null) return <p className="empty">{words.emptySoFar}</p>;
  if (Object.keys(query.filter).length > 0) return <p className="empty">{labels.nothingMatches}</p>;
  return (
    <p className="empty">
      {words.empty} <Sentence text={words.emptyHint} />
    </p>
  );
}

export function useEventColumns(
  role: Role,
  { leads, query }: Pick<EventList, 'leads' | 'query'>,
): readonly (Column<EventSummary> | null)[] {
  const { messages, web, labels, fields } = useWords('events');
  const leadOf = ({ leadId }: EventSummary) => (leadId === null ? undefined : leads.get(leadId));
  return [
    role === 'operator'
      ? boxColumn({ name: labels.actions.select, form: 'bulk', field: 'evento', value: ({ id }) => id, label: web.events.chooseEvent })
      : null,
    {
      name: fields.name,
      look: 'subject',
      cell: (event) => <Person href={`/admin/webhooks/${event.id}`} lead={leadOf(event)} otherwise={identityLabel(messages, event)} />,
    },
    { name: fields.campaign, look: 'belonging', key: 'campanha', cell: (event) => <Belonging lead={leadOf(event)} /> },
    {
      name: fields.type,
      key: 'event_type',
      cell: ({ eventType }) => <Foreign text={eventTypeLabel(messages, eventType)} longest={LONGEST_SHOWN} />,
    },
    { name: fields.source, key: 'origem', cell: ({ origin }) => labels.origins[origin] },
    {
      name: fields.state,
      look: 'state',
      cell: (event) => <EventState event={event} isParked={query.filter.parked === true} />,
    },
    {
      name: fields.identity,
      look: 'identity',
      key: 'identidade',
      isExtra: true,
      cell: (event) => <ForeignCode text={identityLabel(messages, event)} longest={LONGEST_SHOWN} />,
    },
    { name: fields.id, look: 'fit', key: 'evento_id', isExtra: true, cell: ({ id }) => <code>{id}</code> },
    {
      name: fields.lead,
      look: 'fit',
      key: 'lead_id',
      isExtra: true,
      cell: ({ leadId }) => leadId && <a href={`/admin/leads/${leadId}`}>{leadId}</a>,
    },
    {
      name: fields.resends,
      look: 'number',
      key: 'reenvios',
      isExtra: true,
      cell: ({ resends }) => (resends === 0 ? null : <Count value={resends} />),
    },
    { name: fields.received, look: 'fit when', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  ];
}

function EventState({
  event: { status, errorCode, conflicts },
  isParked,
}: {
  readonly event: EventSummary;
  readonly isParked: boolean;
}): ReactNode {
  const { words, number } = useWords('events');
  return (
    <>
      <BadgeWithCode word={isParked ? JobGroup.parked : status} code={errorCode} />
      {conflicts === 0 ? null : <span className="badge badge-conflict">{words.conflicts(number(conflicts))}</span>}
    </>
  );
}
