import { appError } from '../../messages/messages.ts';
import type { Exchange, Route } from '../exchange.ts';
import { methodNotAllowed } from '../problem.ts';
import type { AdminDeps } from './admin-deps.ts';
import { createGuard } from './entrance/guard.ts';
import { lookAtQueue } from './health/look-at-queue.ts';
import { LiveViews } from './live/live-views.ts';
import { sharedLook } from './live/shared-look.ts';
import { metricsRoute } from './metrics/metrics-route.ts';
import { activityRoutes } from './routes/activity-routes.ts';
import { assetRoutes } from './routes/asset-routes.ts';
import { conversionRoutes } from './routes/conversion-routes.ts';
import { directoryRoutes } from './routes/directory-routes.ts';
import { eventBulkRoutes } from './routes/event-bulk-routes.ts';
import { eventListRoutes } from './routes/event-list-routes.ts';
import { eventPageRoutes } from './routes/event-page-routes.ts';
import { failureRoutes } from './routes/failure-routes.ts';
import { formRoutes } from './routes/form-routes.ts';
import { homeRoutes } from './routes/home-routes.ts';
import { languageRoutes } from './routes/language-routes.ts';
import { leadRoutes } from './routes/lead-routes.ts';
import { loginRoutes } from './routes/login-routes.ts';
import { namedSecretRoutes } from './routes/named-secret-routes.ts';
import { openApiRoute } from './routes/openapi-route.ts';
import { queueRoutes } from './routes/queue-routes.ts';
import { refusedRoutes } from './routes/refused-routes.ts';
import { sourceRoutes } from './routes/source-routes.ts';

export interface AdminRoutes {
  readonly routes: readonly Route[];
  /** Ends all live pages; a server that stops would wait for them otherwise. Again is fine. */
  closeStreams(): void;
}

/** Everything below /admin, and /metrics. */
export function adminRoutes(deps: AdminDeps): AdminRoutes {
  const guard = createGuard(deps.access);
  const live = new LiveViews(deps);
  const look = sharedLook(() => lookAtQueue(deps));
  const routes: Route[] = [
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
    ...conversionRoutes(deps, guard),
    openApiRoute({ version: deps.version, routes: () => routes }, guard),
    ...directoryRoutes(deps, guard),
    ...refusedRoutes(deps, guard),
    ...sourceRoutes(deps, guard),
    ...namedSecretRoutes(deps, guard),
    ...formRoutes(deps, guard),
    ...activityRoutes(deps, guard),
    metricsRoute(deps, guard),
    { method: 'GET', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
    { method: 'POST', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
  ];
  return { routes, closeStreams: () => live.close() };
}

/** Addresses below /admin that are unknown, or known for other methods (`Allow` is set then): browsers get the page that says so. */
function refuseUnknown({ res }: Exchange): never {
  const allow = res.getHeader('allow');
  if (allow !== undefined) throw methodNotAllowed(String(allow));
  throw appError('not_found', (m) => m.errors.admin.nothingHere);
}
