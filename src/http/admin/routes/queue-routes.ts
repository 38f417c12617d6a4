import type { QueueSnapshot } from '../../../domain/queue-status.ts';
import { snapshotJson, storeFactsJson } from '../../../presentation/json.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { languageOfRequest } from '../language.ts';
import type { LiveMessage, LiveView, LiveViews } from '../live/live-views.ts';
import { namedFormat, wantsJson, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';

const QUEUE_PATH = '/admin/fila';

/** The queue's page: HTML, JSON and a stream of events on one address; pause and resume. */
export function queueRoutes(deps: AdminDeps, guard: Guard, live: LiveViews): Route[] {
  return [
    { method: 'GET', path: QUEUE_PATH, handler: guard.visit((exchange, visitor) => showQueue(deps, live, exchange, visitor)) },
    { method: 'POST', path: `${QUEUE_PATH}/pausar`, handler: guard.change((exchange) => setPaused(deps, exchange, true)) },
    { method: 'POST', path: `${QUEUE_PATH}/retomar`, handler: guard.change((exchange) => setPaused(deps, exchange, false)) },
  ];
}

async function showQueue(deps: AdminDeps, live: LiveViews, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { access, reports, queue, clock } = deps;
  const format = namedFormat(exchange);
  if (format === 'stream') return live.open(exchange, liveQueue(deps, exchange), () => access.isStillIn(visitor));
  const snapshot = await reports.queueSnapshot(queue, clock());
  if (format === 'json') return sendJson(exchange, 200, { ...snapshotJson(snapshot), banco: storeFactsJson(await reports.storeFacts()) });
  const { queuePage } = await loadPages();
  sendPage(exchange, 200, queuePage(frameOf(deps, exchange, visitor), snapshot));
}

/** The figures as they change: HTML for a page, JSON (`snapshot`) for a program. */
function liveQueue({ reports, queue, clock }: AdminDeps, exchange: Exchange): LiveView {
  const look = (): Promise<QueueSnapshot> => reports.queueSnapshot(queue, clock());
  if (!wantsLiveHtml(exchange)) {
    const snapshot = async (): Promise<LiveMessage> => ({ event: 'snapshot', data: JSON.stringify(snapshotJson(await look())) });
    return { key: 'fila json', look: snapshot };
  }
  const language = languageOfRequest(exchange);
  return { key: `fila ${language}`, look: async () => ({ data: (await loadPages()).queueFigures(language, await look()) }) };
}

async function setPaused({ control, queue, clock }: AdminDeps, exchange: Exchange, paused: boolean): Promise<void> {
  const operator = operatorOf(exchange, clock);
  const changed = await (paused ? control.pause(queue, operator) : control.resume(queue, operator));
  if (wantsJson(exchange)) return sendJson(exchange, 200, { fila: queue, pausada: paused, mudou: changed });
  redirect(exchange, QUEUE_PATH);
}
