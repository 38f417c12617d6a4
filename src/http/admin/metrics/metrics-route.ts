import { isLoopback } from '../../../base/loopback.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import type { AdminAccess } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { adminProblem } from '../requests/admin-problems.ts';

interface MetricsRouteDeps {
  readonly access: AdminAccess;
  readonly collectMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/** `/metrics` for Prometheus: open to this machine, and to requests with the admin token. */
export function metricsRoute({ access, collectMetrics }: MetricsRouteDeps, guard: Guard): Route {
  return {
    method: 'GET',
    path: '/metrics',
    handler: guard.open(async (exchange) => {
      if (!isFromThisMachine(exchange)) await requireBearer(access, exchange);
      const { contentType, body } = await collectMetrics();
      send(exchange, 200, contentType, body);
    }),
  };
}

/** A proxy on this machine also connects from loopback; its headers show that the request came from elsewhere. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'cf-connecting-ip'];

function isFromThisMachine({ req }: Exchange): boolean {
  const isForwarded = PROXY_HEADERS.some((name) => req.headers[name] !== undefined);
  return !isForwarded && isLoopback(req.socket.remoteAddress ?? '') && isLoopback(hostName(req.headers.host ?? ''));
}

/**
 * A foreign page can reach this machine through its reader's browser if its host name resolves to this address (DNS rebinding); the
 * requested name stays in Host.
 */
function hostName(header: string): string {
  return header.replace(/:\d+$/, '');
}

async function requireBearer(access: AdminAccess, exchange: Exchange): Promise<void> {
  if (access.mode === 'none') throw adminProblem('admin_not_configured');
  const visitor = await access.identify(exchange);
  if (visitor === undefined) throw adminProblem('metrics_forbidden', { 'WWW-Authenticate': 'Bearer realm="metrics"' });
}
