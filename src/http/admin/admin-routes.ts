import { appError } from '../../messages/messages.ts';
import type { Exchange, Route } from '../exchange.ts';
import { methodNotAllowed } from '../problem.ts';
import { createGuard } from './entrance/guard.ts';
import { LiveViews } from './live/live-views.ts';
import { liveOpener } from './live/open-live.ts';
import { metricsRoute } from './metrics/metrics-route.ts';
import { activityRoutes } from './routes/activity-routes.ts';
import type { AdminDeps } from './routes/admin-deps.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { campaignRoutes } from './routes/campaign-routes.ts';
import { clientAccountRoutes } from './routes/client-account-routes.ts';
import { clientRoutes } from './routes/client-routes.ts';
import { conversionRoutes } from './routes/conversion-routes.ts';
import { eventBulkRoutes } from './routes/event-bulk-routes.ts';
import { eventListRoutes } from './routes/event-list-routes.ts';
import { eventPageRoutes } from './routes/event-page-routes.ts';
import { failureRoutes } from './routes/failure-routes.ts';
import { formRoutes } from './routes/form-routes.ts';
import { homeRoutes } from './routes/home-routes.ts';
import { leadConsentRoutes } from './routes/lead-consent-routes.ts';
import { leadRoutes } from './routes/lead-routes.ts';
import { loginRoutes } from './routes/login-routes.ts';
import { namedSecretRoutes } from './routes/named-secret-routes.ts';
import { assetRoutes, languageRoutes, rootRoute } from './routes/open-routes.ts';
import { paletteRoutes } from './routes/palette-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { queueRoutes } from './routes/queue-routes.ts';
import { refusedRoutes } from './routes/refused-routes.ts';
import { savedViewRoutes } from './routes/saved-view-routes.ts';
import { sourceRoutes } from './routes/source-routes.ts';

export interface AdminRoutes {
  readonly routes: readonly Route[];
  /** Ends all live pages; otherwise a stopping server would wait for them. May be called again. */
  closeStreams(): void;
}

/** Everything below /admin, /metrics, and the bare address. */
export function adminRoutes(deps: AdminDeps): AdminRoutes {
  const guard = createGuard(deps.access);
  const views = new LiveViews({ ...deps, changes: deps.store });
  const admin = { deps, guard, live: liveOpener(views, deps.access) };
  const routes: Route[] = [
    rootRoute(guard),
    ...homeRoutes(admin),
    ...assetRoutes(guard),
    ...loginRoutes(admin),
    ...languageRoutes(guard),
    ...queueRoutes(admin),
    ...eventListRoutes(admin),
    ...eventBulkRoutes(admin),
    ...eventPageRoutes(admin),
    ...failureRoutes(admin),
    ...leadRoutes(admin),
    ...leadConsentRoutes(admin),
    ...conversionRoutes(admin),
    ...apiRoutes(admin, () => routes),
    ...campaignRoutes(admin),
    ...clientRoutes(admin),
    ...clientAccountRoutes(admin),
    ...refusedRoutes(admin),
    ...sourceRoutes(admin),
    ...namedSecretRoutes(admin),
    ...formRoutes(admin),
    ...activityRoutes(admin),
    ...peopleRoutes(admin),
    ...savedViewRoutes(admin),
    ...paletteRoutes(admin),
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
