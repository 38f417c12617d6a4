import { type Exchange, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { DescribedRoute } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { HOME } from '../entrance/return-path.ts';
import { frameOf } from '../entrance/visitor.ts';
import { healthRecord } from '../health/health-record.ts';
import { type Health, lookAtHealth } from '../health/look-at-health.ts';
import { languageOfRequest } from '../language.ts';
import { liveReader } from '../live/live-reader.ts';
import type { LiveView, LiveViews } from '../live/live-views.ts';
import { sharedLook } from '../live/shared-look.ts';
import { namedFormat, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';
import { routesOf } from './routes-of.ts';

/** The first page: is anything wrong? HTML, JSON and a stream of events on one address. */
export function homeRoutes(deps: AdminDeps, guard: Guard, live: LiveViews): DescribedRoute[] {
  const { visit } = routesOf(deps, guard);
  const lookTogether = sharedLook(() => lookAtHealth(deps));
  return [
    visit(
      {
        method: 'GET',
        path: HOME,
        tag: 'health',
        summary: 'Whether anything is wrong, and what, the worst first',
        description: 'As a stream: an event `achados` at once and after every change, and an event `beat` with the time every 5 s.',
        answer: healthRecord,
        also: ['text/html', 'text/event-stream'],
      },
      (deps, exchange, visitor) => showHome(deps, { live, look: lookTogether }, exchange, visitor),
    ),
  ];
}

interface Shown {
  readonly live: LiveViews;
  /** The look that live pages share. */
  readonly look: () => Promise<Health>;
}

async function showHome(deps: AdminDeps, { live, look }: Shown, exchange: Exchange, visitor: Visitor): Promise<void> {
  const format = namedFormat(exchange);
  if (format === 'stream') return live.open(exchange, liveHome(look, exchange), liveReader(deps.access, visitor));
  const health = await lookAtHealth(deps);
  if (format === 'json') return sendJson(exchange, 200, healthRecord.write(health));
  const { homePage } = await loadPages();
  sendPage(exchange, 200, homePage(frameOf(deps, exchange, visitor), health));
}

function liveHome(look: () => Promise<Health>, exchange: Exchange): LiveView {
  if (!wantsLiveHtml(exchange)) {
    return { key: 'inicio json', look: async () => ({ event: 'achados', data: JSON.stringify(healthRecord.write(await look())) }) };
  }
  const language = languageOfRequest(exchange);
  return { key: `inicio ${language}`, look: async () => ({ data: (await loadPages()).homeVerdict(language, await look()) }) };
}
