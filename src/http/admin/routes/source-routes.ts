import { isLoopback } from '../../../base/loopback.ts';
import { type RefusedCount, sumOfRefused } from '../../../domain/refused-request.ts';
import { judgeRotation } from '../../../domain/secret-rotation.ts';
import { sourcesRecord } from '../../../presentation/source-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { Operation } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import type { SourceView } from '../pages/sources/sources-page.tsx';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';
import { fingerprintsOf } from '../source-settings.ts';
import { viewPlatforms } from '../views/platform-view.ts';
import { routesOf } from './routes-of.ts';

const SHOW: Operation = {
  method: 'GET',
  path: '/admin/fontes',
  tag: 'sources',
  summary: 'Show whether each source is set up, alive and connected to its platform, and how far its rotation of secrets is',
  answer: sourcesRecord,
  also: ['text/html'],
};

/** The sources of events: set up or not, silent for how long, and what to enter at the platform. Never a secret. */
export function sourceRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { visit } = routesOf(deps, guard);
  return [visit(SHOW, showSources)];
}

async function showSources(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const now = deps.clock();
  const base = baseUrl(deps, exchange);
  const sources = await viewSources(deps, base, now);
  const { reconcileHours } = deps.delivery;
  if (wantsJson(exchange))
    return sendJson(exchange, 200, sourcesRecord.write({ sources, reconcileHours }, { now, isReader: visitor.role === 'reader' }));
  const [{ sourcesPage }, clients] = await Promise.all([loadPages(), deps.directory.listClients()]);
  const isReachable = !isLoopback(new URL(base).hostname);
  sendPage(exchange, 200, sourcesPage({ frame: frameOf(deps, exchange, visitor), sources, now, isReachable, reconcileHours, clients }));
}

async function viewSources(deps: AdminDeps, base: string, now: number): Promise<readonly SourceView[]> {
  const { reports, sources } = deps;
  const [activities, uses, refused, open, platforms, secrets] = await Promise.all([
    reports.sourceActivity(now),
    reports.secretUses(),
    reports.refusedCounts(),
    reports.refusedCounts('open'),
    viewPlatforms(deps),
    deps.namedSecrets.listNamedSecrets(),
  ]);
  return sources.flatMap((settings) => {
    const activity = activities.find(({ origin }) => origin === settings.origin);
    const countOf = (counts: readonly RefusedCount[]) => sumOfRefused(counts.filter(({ origin }) => origin === settings.origin));
    return activity === undefined
      ? []
      : [
          {
            settings,
            namedSecrets: secrets.filter(({ origin, removedAt }) => origin === settings.origin && removedAt === null).length,
            activity,
            rotation: judgeRotation(fingerprintsOf(settings), uses, now),
            url: base + settings.path,
            refused: countOf(refused),
            openRefused: countOf(open),
            accounts: platforms.accounts.filter(({ platform }) => platform === settings.origin),
            checks: platforms.checks.filter(({ platform }) => platform === settings.origin),
          },
        ];
  });
}

/** How this page was asked for, which is how the operator's platforms may ask too. */
function baseUrl({ isHttps }: AdminDeps, exchange: Exchange): string {
  const url = `${isHttps(exchange) ? 'https' : 'http'}://${exchange.req.headers.host ?? 'localhost'}`;
  return URL.canParse(url) ? new URL(url).origin : 'http://localhost';
}
