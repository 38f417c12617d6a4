import { countRefusedMatches } from '../../../domain/refused-request.ts';
import { eventPage, problemGroups } from '../../../presentation/event-record.ts';
import { eventList, eventListPath, readEventListQuery } from '../addresses/event-filter.ts';
import { refuseSearchOfReader } from '../entrance/guard.ts';
import { type EventList, findProblemGroups, readChoices, readEventList } from '../read/event-list.ts';
import { readListLook } from '../read/list-look.ts';
import { chosenColumns } from '../requests/columns.ts';
import { wantsLiveHtml } from '../requests/negotiation.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

/** The ids of a page's checkboxes must fit into a URL. */
const MOST_ROWS_OF_PAGE = 200;

/** The list of received events: HTML, JSON and a stream on one path; and the failed ones by error code. */
export function eventListRoutes(admin: Admin): DescribedRoute[] {
  const { visit } = routesOf(admin, 'events');
  return [
    visit(
      eventList.path,
      'List events',
      {
        description:
          'Newest first. With a search or a filter by client or campaign, a page can have fewer rows than requested without being the last: continue while `proximo` is not null.',
        query: eventList.query,
        answer: eventPage,
        also: LIVE_PAGE,
      },
      showList,
    ),
    visit(
      `${eventList.path}/grupos`,
      'Count failed and parked events by cause',
      {
        description: 'Empty if the filter names a code, a text, an identity or a state other than `erro`.',
        query: eventList.query,
        answer: problemGroups,
      },
      async (context) => {
        const filter = eventList.read(context.exchange.query);
        refuseSearchOfReader(context.visitor, filter);
        context.json(problemGroups.write(await findProblemGroups(context.deps, filter)));
      },
    ),
  ];
}

async function showList(context: Context): Promise<void> {
  const { store, deps, exchange, visitor, format } = context;
  const asked = readEventListQuery(exchange.query);
  refuseSearchOfReader(visitor, asked.filter);
  const query = { ...asked, limit: Math.min(asked.limit, MOST_ROWS_OF_PAGE) };
  if (format === 'stream') return streamList(context, { ...query, before: undefined });
  const refused = await countRefusedMatches(store, asked.filter.text);
  if (format === 'json') return context.json(listJson(await readEventList(deps, asked), refused));
  const [list, choices] = [await readEventList(deps, query), await readChoices(store, query.filter)];
  await context.page('EventsPage', { list, refused, choices, look: await readListLook(context, 'eventos') });
}

function listJson({ page, leads, unsearched }: EventList, refused?: number) {
  const items = page.items.map((event) => ({ event, lead: event.leadId === null ? undefined : leads.get(event.leadId) }));
  return eventPage.write({ items, nextCursor: page.nextCursor, unsearched, refused });
}

/** The first page, live. Each filter is a separate view. */
function streamList(context: Context, query: EventList['query']): void {
  const { exchange, visitor } = context;
  const look = (): Promise<EventList> => readEventList(context.deps, query);
  // Readers get no checkboxes to select events with.
  const { role } = visitor;
  const columns = chosenColumns(exchange, 'eventos');
  const ofVisitor = wantsLiveHtml(exchange) ? `${role} ${columns?.join('.') ?? ''} ` : '';
  context.streamPart({
    key: ofVisitor + eventListPath(query.filter, undefined, query.limit),
    event: 'eventos',
    json: async () => listJson(await look()),
    part: 'EventRows',
    props: async () => ({ role, list: await look(), columns }),
  });
}
