import { randomBytes } from 'node:crypto';
import { isLoopback } from '../base/loopback.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import type { EventInbox } from '../domain/ports.ts';
import { WORKER_GONE_MS } from '../domain/queue-status.ts';
import { type AdminRoutes, adminRoutes } from '../http/admin/admin-routes.ts';
import { createAdminAccess } from '../http/admin/entrance/access.ts';
import { createMetrics, type Metrics } from '../http/admin/metrics/metrics.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { intakeRoutes } from '../http/intake-routes.ts';
import { createRefusedRecorder, type RefusedRecorder } from '../http/refused-recorder.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { createIntake } from '../intake/receive.ts';
import type { AppContext } from './context.ts';
import { keepSearchIndex } from './keep-search-index.ts';
import { connectedPlatforms } from './platforms/connected-platforms.ts';
import { deliverySettings } from './platforms/delivery-settings.ts';
import { putThrough } from './put-through.ts';
import { sourceSettings } from './source-settings.ts';

/** How the worker inside `serve --work` works; `queue work` offers the same as flags. */
const INNER_WORKER = { concurrency: 1, batch: 100, stopWhenEmpty: false, sleepMs: 3_000 } as const;

const ONE_TIME_TOKEN_BYTES = 24;

export interface RunningService {
  /** An address for links and requests of this machine, also when it listens on every interface. */
  readonly url: string;
  /** The address it really listens on. */
  readonly listening: string;
  /** Link to the admin pages; with a token that works once where no ADMIN_TOKEN is set. Undefined: the admin is not configured. */
  readonly adminUrl: string | undefined;
  /** Rejects when the worker inside ends by an error, or the store can write no more; never resolves. */
  readonly failed: Promise<never>;
  /** Answers what is begun, finishes or gives back jobs, keeps what is to be kept. Again is fine. */
  stop(): Promise<void>;
}

interface Parts {
  readonly server: HttpServer;
  readonly refused: RefusedRecorder;
  readonly closeStreams: () => void;
  readonly oneTimeToken: string | undefined;
  readonly state: { isStopping: boolean };
}

/**
 * Listens for events, serves the admin, and processes the queue too when asked.
 *
 * @throws AppError `port_in_use`, or `configuration_invalid` for an address that cannot be listened on
 */
export async function startService(context: AppContext, options: { readonly work: boolean }): Promise<RunningService> {
  const parts = assemble(context);
  const { host, port } = context.config;
  const address = await parts.server.listen(host, port);
  const url = `http://${urlHost(reachable(host))}:${address.port}`;
  const listening = `http://${urlHost(host)}:${address.port}`;
  context.log.info({ listening, database: context.config.databaseUrl, worker: options.work }, 'listening');
  logMissingSecrets(context);
  if (!options.work) await logMissingWorker(context);
  const stop = new AbortController();
  const working = options.work ? work(context, stop.signal) : undefined;
  const indexing = keepSearchIndex(context, stop.signal);
  let stopping: Promise<void> | undefined;
  return {
    url,
    listening,
    adminUrl: adminUrl(context, url, parts.oneTimeToken),
    failed: new Promise((_resolve, reject) => {
      working?.catch(reject);
      context.store.broken.catch(reject);
    }),
    stop: () => {
      stopping ??= stopAll(context, parts, stop, { working, indexing });
      return stopping;
    },
  };
}

/**
 * Works the queue of events, and that of conversions where a platform is connected; ends when all have ended. Processing is loaded
 * here: `serve` alone is 7 MB smaller without it, most of them the rules of phone numbers.
 */
async function work(context: AppContext, signal: AbortSignal): Promise<void> {
  const { runWorker } = await import('./run-worker.ts');
  const sends = connectedPlatforms(context.config, context.secrets).length > 0;
  const oneEnded = new AbortController();
  const running = AbortSignal.any([signal, oneEnded.signal]);
  const workers = (sends ? [DEFAULT_QUEUE, CONVERSION_QUEUE] : [DEFAULT_QUEUE]).map((queue) =>
    runWorker(context, { ...INNER_WORKER, queue }, running).finally(() => oneEnded.abort()),
  );
  const ended = await Promise.allSettled(workers);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function stopAll(
  context: AppContext,
  parts: Parts,
  stop: AbortController,
  { working, indexing }: { readonly working: Promise<unknown> | undefined; readonly indexing: Promise<void> },
): Promise<void> {
  context.log.info('stopping');
  parts.state.isStopping = true;
  parts.closeStreams();
  stop.abort();
  await parts.server.close();
  // Its error, if there is one, has been reported by `failed`.
  await working?.catch(() => undefined);
  await indexing;
  await parts.refused.flush();
  context.log.info('stopped');
}

function assemble(context: AppContext): Parts {
  const { config, store, clock, log, version } = context;
  const queue = DEFAULT_QUEUE;
  const state = { isStopping: false };
  const metrics = createMetrics({
    reports: store,
    accounts: store,
    reconciliation: store,
    delivery: deliverySettings(config, context.secrets),
    queue,
    version,
    clock,
  });
  const refused = countingRecorder(createRefusedRecorder({ inbox: store, clock, log }), metrics);
  const { admin, oneTimeToken } = assembleAdmin(context, metrics);
  const server = createHttpServer({
    routes: [
      ...assembleIntake(context, metrics, refused),
      ...healthRoutes({ reports: store, queue, includeQueue: config.healthQueue, clock, isStopping: () => state.isStopping }),
      ...assembleExport(context),
      ...admin.routes,
    ],
    log,
    trustProxy: config.trustProxy,
    onAnswered: (answered) => metrics.observe(answered),
  });
  return { server, refused, closeStreams: () => admin.closeStreams(), oneTimeToken, state };
}

function assembleIntake({ config, secrets, store, clock, log }: AppContext, metrics: Metrics, refused: RefusedRecorder): Route[] {
  const intake = createIntake({ inbox: countingInbox(store, metrics), secrets, config, clock, queue: DEFAULT_QUEUE });
  return intakeRoutes({ intake, refused, maxBodyBytes: config.maxBodyBytes, clock, log });
}

function assembleExport({ config, secrets, store, clock }: AppContext): Route[] {
  return exportRoutes({ outbox: store, credential: secrets.conversionsExport, conversions: config.delivery.conversions, clock });
}

function assembleAdmin(context: AppContext, metrics: Metrics): { admin: AdminRoutes; oneTimeToken: string | undefined } {
  const { config, secrets, store, clock, log, version } = context;
  const { adminToken, adminReadonlyToken: readonlyToken } = secrets;
  const listensOnLoopback = isLoopback(config.host);
  const oneTimeToken = adminToken === undefined && listensOnLoopback ? randomBytes(ONE_TIME_TOKEN_BYTES).toString('base64url') : undefined;
  const isHttps = (exchange: Exchange): boolean => config.trustProxy > 0 && forwardedProtocol(exchange) === 'https';
  const admin = adminRoutes({
    reports: store,
    control: store,
    changes: store,
    directory: store,
    outbox: store,
    accounts: store,
    reconciliation: store,
    fetched: store,
    queue: DEFAULT_QUEUE,
    clock,
    log,
    version,
    timeZone: config.delivery.conversions.timeZone,
    environment: config.production ? 'production' : 'development',
    putThrough: (refusedId, operator) => putThrough(context, refusedId, operator),
    sources: sourceSettings(config, secrets),
    delivery: deliverySettings(config, secrets),
    isHttps,
    access: createAdminAccess({ adminToken, readonlyToken, oneTimeToken, listensOnLoopback, clock, log, isHttps }),
    collectMetrics: () => metrics.collect(),
  });
  return { admin, oneTimeToken };
}

function logMissingSecrets({ config, secrets, log }: AppContext): void {
  if (config.allowUnsigned) log.warn('WEBHOOK_ALLOW_UNSIGNED is true: whoever reaches the ad-platform routes can post leads');
  const closed = SOURCE_SECRETS.filter(
    ([source, key]) => secrets[key].length === 0 && !(config.allowUnsigned && source !== 'formulario_proprio'),
  );
  if (closed.length === 0) return;
  const sources = closed.map(([source]) => source).join(', ');
  const settings = closed.map(([, , setting]) => setting).join(', ');
  const [are, answers] = closed.length === 1 ? ['is', 'it answers'] : ['are', 'they answer'];
  log.warn(`${sources} ${are} not configured: ${answers} 503 until ${settings} ${are} set`);
}

async function logMissingWorker({ config, secrets, store, clock, log }: AppContext): Promise<void> {
  try {
    const workers = await store.listWorkers();
    const isWorked = (queue: string): boolean =>
      workers.some((worker) => worker.queue === queue && clock() - worker.seenAt < WORKER_GONE_MS);
    if (!isWorked(DEFAULT_QUEUE)) log.info('nobody works the queue yet: start `lead-intake queue work` or use --work');
    if (connectedPlatforms(config, secrets).length > 0 && !isWorked(CONVERSION_QUEUE)) {
      log.info(`nobody sends conversions yet: start \`lead-intake queue work ${CONVERSION_QUEUE}\` or use --work`);
    }
  } catch (error) {
    // The service runs without this line; /health tells about the database.
    log.debug({ err: error }, 'the workers could not be listed');
  }
}

const SOURCE_SECRETS = [
  ['search_ads', 'searchAds', 'WEBHOOK_SEARCHADS_SECRET'],
  ['social_ads', 'socialAds', 'WEBHOOK_SOCIALADS_SECRET'],
  ['formulario_proprio', 'ownForm', 'FORMULARIO_SECRET'],
] as const;

function countingInbox(inbox: Pick<EventInbox, 'accept'>, metrics: Metrics): Pick<EventInbox, 'accept'> {
  return {
    accept: async (delivery) => {
      const receipts = await inbox.accept(delivery);
      for (const receipt of receipts) metrics.countEvent(delivery.origin, receipt.isNew ? 'new' : receipt.conflict ? 'conflict' : 'resend');
      return receipts;
    },
  };
}

function countingRecorder(recorder: RefusedRecorder, metrics: Metrics): RefusedRecorder {
  return {
    record: (request) => {
      metrics.countRefused(request.code);
      recorder.record(request);
    },
    get dropped() {
      return recorder.dropped;
    },
    flush: () => recorder.flush(),
  };
}

function adminUrl({ secrets }: AppContext, url: string, oneTimeToken: string | undefined): string | undefined {
  if (secrets.adminToken !== undefined) return `${url}/admin`;
  return oneTimeToken === undefined ? undefined : `${url}/admin/login?token=${oneTimeToken}`;
}

function forwardedProtocol({ req }: Exchange): string | undefined {
  const header = req.headers['x-forwarded-proto'];
  const value = Array.isArray(header) ? header.at(-1) : header;
  return value?.split(',').at(-1)?.trim().toLowerCase();
}

/** The wildcard addresses are reached by loopback. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** An address as the host part of a URL. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
