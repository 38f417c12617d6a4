import { isLoopback } from '../../../base/loopback.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { AdminAccess } from '../entrance/access.ts';
import { adminProblem } from '../entrance/admin-problems.ts';
import type { Guard } from '../entrance/guard.ts';

/** `/metrics` for Prometheus: to the machine itself, and to whoever sends the admin token. */
export function metricsRoute({ access, collectMetrics }: AdminDeps, guard: Guard): Route {
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

/** A proxy on this machine also connects from loopback; the headers it adds give its visitors away. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'cf-connecting-ip'];

function isFromThisMachine({ req }: Exchange): boolean {
  const isForwarded = PROXY_HEADERS.some((name) => req.headers[name] !== undefined);
  return !isForwarded && isLoopback(req.socket.remoteAddress ?? '') && isLoopback(hostName(req.headers.host ?? ''));
}

/**
 * A page of a stranger reaches this machine through its reader's browser when its name is made to point here (DNS
 * rebinding); the name it asked for stays in Host.
 */
function hostName(header: string): string {
  return header.replace(/:\d+$/, '');
}

async function requireBearer(access: AdminAccess, exchange: Exchange): Promise<void> {
  if (access.mode === 'none') throw adminProblem('admin_not_configured');
  const visitor = await access.identify(exchange);
  if (visitor === undefined) throw adminProblem('metrics_forbidden', { 'WWW-Authenticate': 'Bearer realm="metrics"' });
}
