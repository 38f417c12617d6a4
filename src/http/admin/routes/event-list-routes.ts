import { countRefusedMatches } from '../../../domain/refused-matches.ts';
import { eventPage, problemGroups } from '../../../presentation/event-record.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { eventList, eventListPath, readEventListQuery } from '../addresses/event-filter.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { DescribedRoute } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, refuseSearchOfReader } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { languageOfRequest } from '../language.ts';
import { liveReader } from '../live/live-reader.ts';
import type { LiveMessage, LiveView, LiveViews } from '../live/live-views.ts';
import { namedFormat, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';
import { type EventList, findProblemGroups, readChoices, readEventList } from '../views/event-list-view.ts';
import { routesOf } from './routes-of.ts';

/** The ids of a page's checkboxes have to fit into an address. */
const MOST_ROWS_OF_PAGE = 200;

/** The list of received events: HTML, JSON and a stream on one address; and what failed, by error code. */
export function eventListRoutes(deps: AdminDeps, guard: Guard, live: LiveViews): DescribedRoute[] {
  const { visit } = routesOf(deps, guard);
  return [
    visit(
      {
        method: 'GET',
        path: eventList.path,
        tag: 'events',
        summary: 'The received events, newest first',
        description:
          'A page that is searched, or filtered by client or campaign, may hold fewer rows than asked without being the last: go on while `proximo` is not null.',
        query: eventList.query,
        answer: eventPage,
        also: ['text/html', 'text/event-stream'],
      },
      (deps, exchange, visitor) => showList(deps, live, exchange, visitor),
    ),
    visit(
      {
        method: 'GET',
        path: `${eventList.path}/grupos`,
        tag: 'events',
        summary: 'Failed events by error code, and parked ones by what they wait for',
        description: 'Empty where the filter names a code, a text, an identity, or a state other than `erro`.',
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

async function showList(deps: AdminDeps, live: LiveViews, exchange: Exchange, visitor: Visitor): Promise<void> {
  const format = namedFormat(exchange);
  const asked = readEventListQuery(exchange.query);
  refuseSearchOfReader(visitor, asked.filter);
  if (format === 'stream') return live.open(exchange, liveList(deps, exchange, visitor), liveReader(deps.access, visitor));
  const refused = await countRefusedMatches(deps.reports, asked.filter.text);
  if (format === 'json') return sendJson(exchange, 200, listJson(await readEventList(deps, asked), refused));
  const query = { ...asked, limit: Math.min(asked.limit, MOST_ROWS_OF_PAGE) };
  const [list, choices, { eventsPage }] = [await readEventList(deps, query), await readChoices(deps, query.filter), await loadPages()];
  sendPage(exchange, 200, eventsPage({ frame: frameOf(deps, exchange, visitor), list, refused, choices }));
}

function listJson({ page, leads, unsearched }: EventList, refused?: number) {
  const items = page.items.map((event) => ({ event, lead: event.leadId === null ? undefined : leads.get(event.leadId) }));
  return eventPage.write({ items, nextCursor: page.nextCursor, unsearched, refused });
}

/** The first page as it changes: HTML for a page, JSON (`eventos`) for a program. A filter of its own is a view of its own. */
function liveList(deps: AdminDeps, exchange: Exchange, visitor: Visitor): LiveView {
  const asked = readEventListQuery(exchange.query);
  const query = { ...asked, before: undefined, limit: Math.min(asked.limit, MOST_ROWS_OF_PAGE) };
  const look = (): Promise<EventList> => readEventList(deps, query);
  const what = eventListPath(query.filter, undefined, query.limit);
  if (!wantsLiveHtml(exchange)) {
    const events = async (): Promise<LiveMessage> => ({ event: 'eventos', data: JSON.stringify(listJson(await look())) });
    return { key: `json ${what}`, look: events };
  }
  const language = languageOfRequest(exchange);
  // A reader gets no boxes to choose events with.
  const { role } = visitor;
  return { key: `${language} ${role} ${what}`, look: async () => ({ data: (await loadPages()).eventRows(language, role, await look()) }) };
}
