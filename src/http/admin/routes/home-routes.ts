import { type Exchange, sendJson } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';
import type { LiveView } from '../live/live-views.ts';
import { type OpenLive, sharedRead } from '../live/open-live.ts';
import { loadPages } from '../pages/load-pages.ts';
import { type DailyFiguresDeps, sharedDailyFigures } from '../read/daily-figures.ts';
import { type Health, type HealthDeps, healthRecord, readHealth } from '../read/health.ts';
import { languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import { HOME, type Program, type Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface HomeDeps extends Program, Omit<HealthDeps, 'dailyFigures'>, DailyFiguresDeps {
  readonly store: HealthDeps['store'];
}

/** The home page: is anything wrong? HTML, JSON and an event stream on one path. */
export function homeRoutes(deps: HomeDeps, guard: Guard, live: OpenLive): DescribedRoute[] {
  const { visit } = routesOf(deps, guard, 'health');
  const dailyFigures = sharedDailyFigures(deps);
  const look = () => readHealth({ ...deps, dailyFigures });
  const sharedHealth = sharedRead(look);
  return [
    visit(
      HOME,
      'Get the findings and figures of the overview',
      {
        description:
          'Findings are sorted by severity. As a stream, sends an `achados` event at once and after every change, and a `beat` event with the time every 5 seconds.',
        answer: healthRecord,
        also: LIVE_PAGE,
      },
      (deps, exchange, visitor) => showHome(deps, { live, look, sharedHealth }, exchange, visitor),
    ),
  ];
}

interface Shown {
  readonly live: OpenLive;
  readonly look: () => Promise<Health>;
  /** A read that live pages share. */
  readonly sharedHealth: () => Promise<Health>;
}

async function showHome(deps: HomeDeps, { live, look, sharedHealth }: Shown, exchange: Exchange, visitor: Visitor): Promise<void> {
  const format = namedFormat(exchange);
  if (format === 'stream') return live(exchange, visitor, liveHome(sharedHealth, exchange));
  const health = await look();
  if (format === 'json') return sendJson(exchange, 200, healthRecord.write(health));
  await showPage(deps, exchange, visitor, 'HomePage', { health });
}

function liveHome(look: () => Promise<Health>, exchange: Exchange): LiveView {
  if (!wantsLiveHtml(exchange)) {
    return { key: 'inicio json', look: async () => ({ event: 'achados', data: JSON.stringify(healthRecord.write(await look())) }) };
  }
  const language = languageOfRequest(exchange);
  return {
    key: `inicio ${language}`,
    look: async () => ({ data: (await loadPages()).renderPart(language, 'HomeVerdict', { health: await look() }) }),
  };
}
