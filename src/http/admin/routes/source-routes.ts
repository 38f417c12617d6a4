import { isLoopback } from '../../../base/loopback.ts';
import { type RefusedCount, sumOfRefused } from '../../../domain/refused-request.ts';
import { judgeRotation } from '../../../domain/secret-rotation.ts';
import { type SourceView, sourcesRecord } from '../../../presentation/source-record.ts';
import type { Route } from '../../exchange.ts';
import { viewPlatforms } from '../read/platforms.ts';
import { fingerprintsOf } from '../read/settings.ts';
import { PAGE } from '../requests/operation.ts';
import type { AdminDeps } from './admin-deps.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

/** The sources of events: whether they are set up, how long they have been silent, and what to enter at the platform. Never a secret. */
export function sourceRoutes(admin: Admin): Route[] {
  const { visit } = routesOf(admin, 'sources');
  return [visit('/admin/fontes', 'List sources', { answer: sourcesRecord, also: PAGE }, showSources)];
}

async function showSources(context: Context): Promise<void> {
  const { clock, delivery } = context.deps;
  const { isReader } = context;
  const now = clock();
  const base = baseUrl(context);
  const sources = await viewSources(context.deps, base, now);
  const { reconcileHours } = delivery;
  if (context.wantsJson) return context.json(sourcesRecord.write({ sources, reconcileHours }, { now, isReader }));
  const clients = await context.store.listClients();
  const isReachable = !isLoopback(new URL(base).hostname);
  await context.page('SourcesPage', { sources, isReachable, reconcileHours, clients });
}

async function viewSources(deps: AdminDeps, base: string, now: number): Promise<readonly SourceView[]> {
  const { store, sources } = deps;
  const [activities, uses, refused, open, platforms, secrets] = await Promise.all([
    store.sourceActivity(now),
    store.secretUses(),
    store.refusedCounts(),
    store.refusedCounts('open'),
    viewPlatforms(deps),
    store.listNamedSecrets(),
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
function baseUrl({ deps, exchange }: Context): string {
  const url = `${deps.isHttps(exchange) ? 'https' : 'http'}://${exchange.req.headers.host ?? 'localhost'}`;
  return URL.canParse(url) ? new URL(url).origin : 'http://localhost';
}
