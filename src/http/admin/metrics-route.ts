import { BlockList } from 'node:net';
import { type Exchange, type Route, send } from '../exchange.ts';
import type { AdminAccess } from './access.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminProblem } from './admin-problems.ts';
import type { Guard } from './guard.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

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
function isFromThisMachine({ req }: Exchange): boolean {
  const address = req.socket.remoteAddress ?? '';
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const isForwarded = req.headers['x-forwarded-for'] !== undefined || req.headers['forwarded'] !== undefined;
  return !isForwarded && loopback.check(address, family);
}

async function requireBearer(access: AdminAccess, exchange: Exchange): Promise<void> {
  if (access.mode === 'none') throw adminProblem('admin_not_configured');
  const visitor = await access.identify(exchange);
  if (visitor === undefined) throw adminProblem('metrics_forbidden', { 'WWW-Authenticate': 'Bearer realm="metrics"' });
}
