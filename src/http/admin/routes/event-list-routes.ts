import type { Directory } from '../../../domain/ports.ts';
import { countRefusedMatches } from '../../../domain/refused-request.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import type { SavedViews } from '../../../domain/saved-view.ts';
import { eventPage, problemGroups } from '../../../presentation/event-record.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { eventList, eventListPath, readEventListQuery } from '../addresses/event-filter.ts';
import { type Guard, refuseSearchOfReader } from '../entrance/guard.ts';
import type { LiveMessage, LiveView } from '../live/live-views.ts';
import type { OpenLive } from '../live/open-live.ts';
import { loadPages } from '../pages/load-pages.ts';
import { type EventList, findProblemGroups, readChoices, readEventList } from '../read/event-list.ts';
import { readListLook } from '../read/list-look.ts';
import { chosenColumns } from '../requests/columns.ts';
import { languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import type { Program, Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

/** The ids of a page's checkboxes must fit into a URL. */
const MOST_ROWS_OF_PAGE = 200;

export interface EventListDeps extends Program {
  readonly store: Reports & Directory & SavedViews;
}

/** The list of received events: HTML, JSON and a stream on one path; and the failed ones by error code. */
export function eventListRoutes(deps: EventListDeps, guard: Guard, live: OpenLive): DescribedRoute[] {
  const { visit } = routesOf(deps, guard, 'events');
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
      (deps, exchange, visitor) => showList(deps, live, exchange, visitor),
    ),
    visit(
      `${eventList.path}/grupos`,
      'Count failed and parked events by cause',
      {
        description: 'Empty if the filter names a code, a text, an identity or a state other than `erro`.',
        query: eventList.query,
        answer: problemGroups,
      },
      async (deps, exchange, visitor) => {
        const filter = eventList.read(exchange.query);
        refuseSearchOfReader(visitor, filter);
        const groups = await findProblemGroups(deps, filter);
        sendJson(exchange, 200, problemGroups.write(groups));
      },
    ),
  ];
}

async function showList(deps: EventListDeps, live: OpenLive, exchange: Exchange, visitor: Visitor): Promise<void> {
  const format = namedFormat(exchange);
  const asked = readEventListQuery(exchange.query);
  refuseSearchOfReader(visitor, asked.filter);
  if (format === 'stream') return live(exchange, visitor, liveList(deps, exchange, visitor));
  const refused = await countRefusedMatches(deps.store, asked.filter.text);
  if (format === 'json') return sendJson(exchange, 200, listJson(await readEventList(deps, asked), refused));
  const query = { ...asked, limit: Math.min(asked.limit, MOST_ROWS_OF_PAGE) };
  const [list, choices] = [await readEventList(deps, query), await readChoices(deps.store, query.filter)];
  const look = await readListLook(deps, exchange, visitor, 'eventos');
  await showPage(deps, exchange, visitor, 'EventsPage', { list, refused, choices, look });
}

function listJson({ page, leads, unsearched }: EventList, refused?: number) {
  const items = page.items.map((event) => ({ event, lead: event.leadId === null ? undefined : leads.get(event.leadId) }));
  return eventPage.write({ items, nextCursor: page.nextCursor, unsearched, refused });
}

/** The first page, live: HTML for a page, JSON (`eventos`) for an API client. Each filter is a separate view. */
function liveList(deps: EventListDeps, exchange: Exchange, visitor: Visitor): LiveView {
  const asked = readEventListQuery(exchange.query);
  const query = { ...asked, before: undefined, limit: Math.min(asked.limit, MOST_ROWS_OF_PAGE) };
  const look = (): Promise<EventList> => readEventList(deps, query);
  const what = eventListPath(query.filter, undefined, query.limit);
  if (!wantsLiveHtml(exchange)) {
    const events = async (): Promise<LiveMessage> => ({ event: 'eventos', data: JSON.stringify(listJson(await look())) });
    return { key: `json ${what}`, look: events };
  }
  const language = languageOfRequest(exchange);
  // Readers get no checkboxes to select events with.
  const { role } = visitor;
  const columns = chosenColumns(exchange, 'eventos');
  return {
    key: `${language} ${role} ${columns?.join('.') ?? ''} ${what}`,
    look: async () => ({ data: (await loadPages()).renderPart(language, 'EventRows', { role, list: await look(), columns }) }),
  };
}
