import { isLoopback } from '../../../base/loopback.ts';
import type { NamedSecrets } from '../../../domain/named-secret.ts';
import { type RefusedCount, sumOfRefused } from '../../../domain/refused-request.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { judgeRotation } from '../../../domain/secret-rotation.ts';
import { type SourceSettings, type SourceView, sourcesRecord } from '../../../presentation/source-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';
import { type PlatformDeps, viewPlatforms } from '../read/platforms.ts';
import { fingerprintsOf } from '../read/settings.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import type { Program, Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface SourceDeps extends Program, PlatformDeps {
  readonly store: PlatformDeps['store'] & Reports & NamedSecrets;
  /** The settings of each source; never a secret. */
  readonly sources: readonly SourceSettings[];
  /** Whether the browser uses https, as far as is known. */
  readonly isHttps: (exchange: Exchange) => boolean;
}

/** The sources of events: whether they are set up, how long they have been silent, and what to enter at the platform. Never a secret. */
export function sourceRoutes(deps: SourceDeps, guard: Guard): Route[] {
  const { visit } = routesOf(deps, guard, 'sources');
  return [visit('/admin/fontes', 'List sources', { answer: sourcesRecord, also: PAGE }, showSources)];
}

async function showSources(deps: SourceDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const now = deps.clock();
  const base = baseUrl(deps, exchange);
  const sources = await viewSources(deps, base, now);
  const { reconcileHours } = deps.delivery;
  if (wantsJson(exchange))
    return sendJson(exchange, 200, sourcesRecord.write({ sources, reconcileHours }, { now, isReader: visitor.role === 'reader' }));
  const clients = await deps.store.listClients();
  const isReachable = !isLoopback(new URL(base).hostname);
  await showPage(deps, exchange, visitor, 'SourcesPage', { sources, now, isReachable, reconcileHours, clients });
}

async function viewSources(deps: SourceDeps, base: string, now: number): Promise<readonly SourceView[]> {
  const { store, sources } = deps;
  const [activities, uses, refused, open, platforms, secrets] = await Promise.all([
    store.sourceActivity(now),
    store.secretUses(),
    store.refusedCounts(),
    store.refusedCounts('open'),
    viewPlatforms(deps),
    deps.store.listNamedSecrets(),
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

/** The URL of this request, which the operator's platforms may use as well. */
function baseUrl({ isHttps }: SourceDeps, exchange: Exchange): string {
  const url = `${isHttps(exchange) ? 'https' : 'http'}://${exchange.req.headers.host ?? 'localhost'}`;
  return URL.canParse(url) ? new URL(url).origin : 'http://localhost';
}
