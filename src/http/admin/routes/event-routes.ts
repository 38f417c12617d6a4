import { eventSummaryJson, pageJson } from '../../../presentation/json.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';
import { readEventFilter, readEventQuery } from './event-filter.ts';

const LIST_PATH = '/admin/webhooks';

/** The list of received events. */
export function eventRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [{ method: 'GET', path: LIST_PATH, handler: guard.visit((exchange, visitor) => listEvents(deps, exchange, visitor)) }];
}

async function listEvents(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const query = readEventQuery(exchange.query);
  const page = await deps.reports.listEvents(query);
  if (wantsJson(exchange)) return sendJson(exchange, 200, pageJson(page, eventSummaryJson));
  const { eventsPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, eventsPage({ frame, filter: readEventFilter(exchange.query), page, isFirst: query.before === undefined }));
}
