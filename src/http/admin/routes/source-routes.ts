import type { JsonObject } from '../../../base/exact-json.ts';
import { isLoopback } from '../../../base/loopback.ts';
import { type RefusedCount, sumOfRefused } from '../../../domain/refused-request.ts';
import { judgeRotation } from '../../../domain/secret-rotation.ts';
import { isoTime } from '../../../presentation/json.ts';
import { accountJson, formCheckJson } from '../../../presentation/platform-json.ts';
import { rotationJson } from '../../../presentation/rotation-json.ts';
import { sourceActivityJson } from '../../../presentation/source-json.ts';
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
import { fingerprintsOf, type SecretState, type SettingState } from '../source-settings.ts';
import { viewPlatforms } from '../views/platform-view.ts';
import { routesOf } from './routes-of.ts';

const SHOW: Operation = {
  method: 'GET',
  path: '/admin/fontes',
  tag: 'sources',
  summary: 'Show whether each source is set up, alive and connected to its platform, and how far its rotation of secrets is',
  answer: async () => (await import('../../../presentation/schemas/sources.ts')).sourcesSchema,
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
    return sendJson(exchange, 200, {
      em: isoTime(now),
      fontes: sources.map((source) => sourceJson(source, now, visitor)),
      comparacao_horas: reconcileHours,
    });
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

function sourceJson(source: SourceView, now: number, visitor: Visitor): JsonObject {
  const { settings, namedSecrets, activity, rotation, url, refused, openRefused, accounts, checks } = source;
  return {
    origem: settings.origin,
    url,
    configurada: settings.secret.isSet || namedSecrets > 0,
    segredos_nomeados: namedSecrets,
    segredo: secretJson(settings.secret, visitor),
    segredo_anterior: secretJson(settings.previous, visitor),
    ...rotationJson(rotation),
    token_verificacao: settings.verifyToken === null ? null : settingJson(settings.verifyToken),
    aceita_sem_assinatura: settings.allowsUnsigned,
    ...sourceActivityJson(activity, now),
    recusadas: refused,
    recusadas_abertas: openRefused,
    contas: accounts.map((account) => accountJson(account, now)),
    formularios: checks.map(formCheckJson),
  };
}

/** A reader gets no fingerprint: a secret that a person chose could be guessed by it. */
function secretJson(state: SecretState, { role }: Visitor): JsonObject {
  return { ...settingJson(state), impressao_digital: role === 'reader' ? null : state.fingerprint };
}

function settingJson({ name, isSet }: SettingState): JsonObject {
  return { nome: name, definido: isSet };
}
