import type { Logger } from '../../base/logger.ts';
import type { ChangeFeed } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import type { Exchange, Route } from '../exchange.ts';
import { methodNotAllowed } from '../problem.ts';
import { createGuard } from './entrance/guard.ts';
import { LiveViews } from './live/live-views.ts';
import { liveOpener, sharedRead } from './live/open-live.ts';
import { type MetricsRouteDeps, metricsRoute } from './metrics/metrics-route.ts';
import { readQueueView } from './read/queue-view.ts';
import { type ActivityDeps, activityRoutes } from './routes/activity-routes.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { type CampaignDeps, campaignRoutes } from './routes/campaign-routes.ts';
import { type ClientAccountDeps, clientAccountRoutes } from './routes/client-account-routes.ts';
import { type ClientDeps, clientRoutes } from './routes/client-routes.ts';
import { type ConversionDeps, conversionRoutes } from './routes/conversion-routes.ts';
import { type EventBulkDeps, eventBulkRoutes } from './routes/event-bulk-routes.ts';
import { type EventListDeps, eventListRoutes } from './routes/event-list-routes.ts';
import { type EventPageDeps, eventPageRoutes } from './routes/event-page-routes.ts';
import { type FailureDeps, failureRoutes } from './routes/failure-routes.ts';
import { type FormDeps, formRoutes } from './routes/form-routes.ts';
import { type HomeDeps, homeRoutes } from './routes/home-routes.ts';
import { type LeadConsentDeps, leadConsentRoutes } from './routes/lead-consent-routes.ts';
import { type LeadDeps, leadRoutes } from './routes/lead-routes.ts';
import { loginRoutes } from './routes/login-routes.ts';
import { type NamedSecretDeps, namedSecretRoutes } from './routes/named-secret-routes.ts';
import { assetRoutes, languageRoutes, rootRoute } from './routes/open-routes.ts';
import { type PaletteDeps, paletteRoutes } from './routes/palette-routes.ts';
import { type PeopleDeps, peopleRoutes } from './routes/people-routes.ts';
import { type QueueRoutesDeps, queueRoutes } from './routes/queue-routes.ts';
import { type RefusedDeps, refusedRoutes } from './routes/refused-routes.ts';
import { type SavedViewDeps, savedViewRoutes } from './routes/saved-view-routes.ts';
import { type SourceDeps, sourceRoutes } from './routes/source-routes.ts';

/** The dependencies of all parts of the admin; each part declares its own. */
export type AdminDeps = ActivityDeps &
  CampaignDeps &
  ClientAccountDeps &
  ClientDeps &
  ConversionDeps &
  EventBulkDeps &
  EventListDeps &
  EventPageDeps &
  FailureDeps &
  FormDeps &
  HomeDeps &
  LeadConsentDeps &
  LeadDeps &
  MetricsRouteDeps &
  NamedSecretDeps &
  PaletteDeps &
  PeopleDeps &
  QueueRoutesDeps &
  RefusedDeps &
  SavedViewDeps &
  SourceDeps & {
    readonly store: ChangeFeed;
    readonly log: Logger;
    /** How many live pages may be open at once. Default: 500. */
    readonly mostStreams?: number;
  };

export interface AdminRoutes {
  readonly routes: readonly Route[];
  /** Ends all live pages; otherwise a stopping server would wait for them. May be called again. */
  closeStreams(): void;
}

/** Everything below /admin, /metrics, and the bare address. */
export function adminRoutes(deps: AdminDeps): AdminRoutes {
  const guard = createGuard(deps.access);
  const views = new LiveViews({ ...deps, changes: deps.store });
  const live = liveOpener(views, deps.access);
  const look = sharedRead(() => readQueueView(deps));
  const routes: Route[] = [
    rootRoute(guard),
    ...homeRoutes(deps, guard, live),
    ...assetRoutes(guard),
    ...loginRoutes(deps.access, guard),
    ...languageRoutes(guard),
    ...queueRoutes(deps, guard, live, look),
    ...eventListRoutes(deps, guard, live),
    ...eventBulkRoutes(deps, guard),
    ...eventPageRoutes(deps, guard, live),
    ...failureRoutes(deps, guard),
    ...leadRoutes(deps, guard),
    ...leadConsentRoutes(deps, guard),
    ...conversionRoutes(deps, guard),
    ...apiRoutes({ ...deps, routes: () => routes }, guard),
    ...campaignRoutes(deps, guard),
    ...clientRoutes(deps, guard),
    ...clientAccountRoutes(deps, guard),
    ...refusedRoutes(deps, guard),
    ...sourceRoutes(deps, guard),
    ...namedSecretRoutes(deps, guard),
    ...formRoutes(deps, guard),
    ...activityRoutes(deps, guard),
    ...peopleRoutes(deps, guard, live),
    ...savedViewRoutes(deps, guard),
    ...paletteRoutes(deps, guard),
    metricsRoute(deps, guard),
    { method: 'GET', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
    { method: 'POST', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
  ];
  return { routes, closeStreams: () => views.close() };
}

/** Paths below /admin that are unknown, or known for other methods (`Allow` is set then): browsers get an error page. */
function refuseUnknown({ res }: Exchange): never {
  const allow = res.getHeader('allow');
  if (allow !== undefined) throw methodNotAllowed(String(allow));
  throw appError('not_found', (m) => m.errors.admin.nothingHere);
}
