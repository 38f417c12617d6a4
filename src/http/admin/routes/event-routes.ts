import { AppError } from '../../../base/app-error.ts';
import type { EventTrail } from '../../../domain/ports.ts';
import { eventSummaryJson, eventTrailJson, pageJson } from '../../../presentation/json.ts';
import { runEventAgain } from '../../../queue/run-again.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { readEventFilter, readEventQuery } from './event-filter.ts';
import { viewEvent } from './event-view.ts';

const LIST_PATH = '/admin/webhooks';

/** The received events: the list, one event's way, its bytes, and putting it through again. */
export function eventRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [
    { method: 'GET', path: LIST_PATH, handler: guard.visit((exchange, visitor) => listEvents(deps, exchange, visitor)) },
    { method: 'GET', path: `${LIST_PATH}/:id`, handler: guard.visit((exchange, visitor) => showEvent(deps, exchange, visitor)) },
    { method: 'GET', path: `${LIST_PATH}/:id/corpo`, handler: guard.reveal((exchange) => downloadBody(deps, exchange)) },
    { method: 'POST', path: `${LIST_PATH}/:id/repetir`, handler: guard.change((exchange) => runAgain(deps, exchange)) },
  ];
}

async function listEvents(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const query = readEventQuery(exchange.query);
  const page = await deps.reports.listEvents(query);
  if (wantsJson(exchange)) return sendJson(exchange, 200, pageJson(page, eventSummaryJson));
  const { eventsPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, eventsPage({ frame, filter: readEventFilter(exchange.query), page, isFirst: query.before === undefined }));
}

async function showEvent(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const trail = await findTrail(deps, exchange);
  const reveal = exchange.query.get('mostrar') === '1';
  if (reveal) operatorOnly(visitor);
  if (reveal) await recordReveal(deps, exchange, trail.event.id, 'page');
  if (wantsJson(exchange)) return sendJson(exchange, 200, eventTrailJson(trail, { reveal }));
  const { eventPage, eventNotice } = await loadPages();
  const notice = eventNotice(exchange.query.get('aviso'));
  const view = viewEvent(trail, reveal);
  sendPage(exchange, 200, eventPage({ frame: frameOf(deps, exchange, visitor), view, ...(notice === undefined ? {} : { notice }) }));
}

async function downloadBody(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { event } = await findTrail(deps, exchange);
  await recordReveal(deps, exchange, event.id, 'download');
  const { req, res } = exchange;
  exchange.begin(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="evento-${event.id}.bin"`,
    'Content-Length': event.body.byteLength,
  });
  res.end(req.method === 'HEAD' ? undefined : event.body);
}

async function runAgain(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { control, queue, clock } = deps;
  const { event } = await findTrail(deps, exchange);
  const done = await runEventAgain(control, event.id, queue, operatorOf(exchange, clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, { evento_id: event.id, repetido: done });
  redirect(exchange, `${LIST_PATH}/${event.id}?aviso=${done ? 'repetido' : 'nada_a_repetir'}`);
}

async function findTrail({ reports }: AdminDeps, exchange: Exchange): Promise<EventTrail> {
  const id = exchange.params['id'] ?? '';
  const trail = /^[1-9]\d{0,18}$/.test(id) ? await reports.eventTrail(id) : null;
  if (trail === null) throw new AppError('not_found', 'There is no event with this id.', { hint: 'The list is at /admin/webhooks.' });
  return trail;
}

/** Personal data leave the service only after it has been written down who asked for them. */
function recordReveal({ control, clock }: AdminDeps, exchange: Exchange, eventId: string, way: 'page' | 'download'): Promise<void> {
  return control.recordActivity('revelar', `evento:${eventId}`, way, operatorOf(exchange, clock));
}
