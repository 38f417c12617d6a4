import { snapshotJson, storeFactsJson } from '../../presentation/json.ts';
import { type Exchange, type Route, sendJson } from '../exchange.ts';
import type { Visitor } from './access.ts';
import type { AdminDeps } from './admin-deps.ts';
import type { Guard } from './guard.ts';
import type { LiveQueue } from './live-queue.ts';
import { namedFormat, wantsJson } from './negotiation.ts';
import { loadPages } from './pages.ts';
import { redirect, sendPage } from './respond.ts';
import { frameOf, operatorOf } from './visitor.ts';

const QUEUE_PATH = '/admin/fila';

/** The queue's page: HTML, JSON and a stream of events on one address; pause and resume. */
export function queueRoutes(deps: AdminDeps, guard: Guard, live: LiveQueue): Route[] {
  return [
    { method: 'GET', path: QUEUE_PATH, handler: guard.visit((exchange, visitor) => showQueue(deps, live, exchange, visitor)) },
    { method: 'POST', path: `${QUEUE_PATH}/pausar`, handler: guard.change((exchange) => setPaused(deps, exchange, true)) },
    { method: 'POST', path: `${QUEUE_PATH}/retomar`, handler: guard.change((exchange) => setPaused(deps, exchange, false)) },
  ];
}

async function showQueue(deps: AdminDeps, live: LiveQueue, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { access, reports, queue, clock } = deps;
  const format = namedFormat(exchange);
  if (format === 'stream') return live.open(exchange, () => access.isStillIn(visitor));
  const snapshot = await reports.queueSnapshot(queue, clock());
  if (format === 'json') return sendJson(exchange, 200, { ...snapshotJson(snapshot), banco: storeFactsJson(await reports.storeFacts()) });
  const { queuePage } = await loadPages();
  sendPage(exchange, 200, queuePage(frameOf(deps, visitor), snapshot));
}

async function setPaused({ control, queue, clock }: AdminDeps, exchange: Exchange, paused: boolean): Promise<void> {
  const operator = operatorOf(exchange, clock);
  const changed = await (paused ? control.pause(queue, operator) : control.resume(queue, operator));
  if (wantsJson(exchange)) return sendJson(exchange, 200, { fila: queue, pausada: paused, mudou: changed });
  redirect(exchange, QUEUE_PATH);
}
