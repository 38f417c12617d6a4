import { AppError } from '../../base/app-error.ts';
import type { Route } from '../exchange.ts';
import type { AdminDeps } from './admin-deps.ts';
import { assetRoutes } from './asset-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { failureRoutes } from './failure-routes.ts';
import { createGuard } from './guard.ts';
import { leadRoutes } from './lead-routes.ts';
import { LiveQueue } from './live-queue.ts';
import { loginRoutes } from './login-routes.ts';
import { metricsRoute } from './metrics-route.ts';
import { queueRoutes } from './queue-routes.ts';
import { redirect } from './respond.ts';
import { HOME } from './return-path.ts';

export interface AdminRoutes {
  readonly routes: readonly Route[];
  /** Ends all live pages; a server that stops would wait for them otherwise. Again is fine. */
  closeStreams(): void;
}

/** Everything below /admin, and /metrics. */
export function adminRoutes(deps: AdminDeps): AdminRoutes {
  const guard = createGuard(deps.access);
  const live = new LiveQueue(deps);
  const routes: Route[] = [
    { method: 'GET', path: '/admin', handler: guard.entrance((exchange) => redirect(exchange, HOME)) },
    ...assetRoutes(guard),
    ...loginRoutes(deps.access, guard),
    ...queueRoutes(deps, guard, live),
    ...eventRoutes(deps, guard),
    ...failureRoutes(deps, guard),
    ...leadRoutes(deps, guard),
    metricsRoute(deps, guard),
    { method: 'GET', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
    { method: 'POST', path: '/admin/*', handler: guard.entrance(refuseUnknown) },
  ];
  return { routes, closeStreams: () => live.close() };
}

/** Unknown addresses below /admin: browsers get the page that says so. */
function refuseUnknown(): never {
  throw new AppError('not_found', 'There is nothing at this address.');
}
