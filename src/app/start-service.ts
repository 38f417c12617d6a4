import { randomBytes } from 'node:crypto';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { EventInbox } from '../domain/ports.ts';
import { createAdminAccess } from '../http/admin/access.ts';
import { adminRoutes } from '../http/admin/admin-routes.ts';
import { createMetrics, type Metrics } from '../http/admin/metrics.ts';
import type { Exchange } from '../http/exchange.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { intakeRoutes } from '../http/intake-routes.ts';
import { createRefusedRecorder, type RefusedRecorder } from '../http/refused-recorder.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { createIntake } from '../intake/receive.ts';
import type { AppContext } from './context.ts';
import { runWorker } from './run-worker.ts';

/** How the worker inside `serve --work` works; `queue work` offers the same as flags. */
const INNER_WORKER = { queue: DEFAULT_QUEUE, concurrency: 1, batch: 100, stopWhenEmpty: false, sleepMs: 3_000 } as const;

const ONE_TIME_TOKEN_BYTES = 24;

export interface RunningService {
  readonly url: string;
  /** Link to the admin pages; with a token that works once where no ADMIN_TOKEN is set. Undefined: the admin is not configured. */
  readonly adminUrl: string | undefined;
  /** Rejects when the worker inside ends by an error; never resolves. */
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
  const url = `http://${urlHost(host)}:${address.port}`;
  context.log.info({ url, database: context.config.databaseUrl, worker: options.work }, 'listening');
  const workerStop = new AbortController();
  const working = options.work ? runWorker(context, INNER_WORKER, workerStop.signal) : undefined;
  let stopping: Promise<void> | undefined;
  return {
    url,
    adminUrl: adminUrl(context, url, parts.oneTimeToken),
    failed: new Promise((_resolve, reject) => {
      working?.catch(reject);
    }),
    stop: () => {
      stopping ??= stopAll(context, parts, workerStop, working);
      return stopping;
    },
  };
}

async function stopAll(
  context: AppContext,
  parts: Parts,
  workerStop: AbortController,
  working: Promise<unknown> | undefined,
): Promise<void> {
  context.log.info('stopping');
  parts.state.isStopping = true;
  parts.closeStreams();
  workerStop.abort();
  await parts.server.close();
  // Its error, if there is one, has been reported by `failed`.
  await working?.catch(() => undefined);
  await parts.refused.flush();
  context.log.info('stopped');
}

function assemble(context: AppContext): Parts {
  const { config, secrets, store, clock, log, version } = context;
  const queue = DEFAULT_QUEUE;
  const state = { isStopping: false };
  const metrics = createMetrics({ reports: store, queue, version, clock });
  const inbox = countingInbox(store, metrics);
  const refused = countingRecorder(createRefusedRecorder({ inbox: store, clock, log }), metrics);
  const intake = createIntake({ inbox, secrets, config, clock, queue });
  const listensOnLoopback = isLoopback(config.host);
  const oneTimeToken =
    secrets.adminToken === undefined && listensOnLoopback ? randomBytes(ONE_TIME_TOKEN_BYTES).toString('base64url') : undefined;
  const access = createAdminAccess({
    adminToken: secrets.adminToken,
    oneTimeToken,
    listensOnLoopback,
    clock,
    log,
    isHttps: (exchange) => config.trustProxy > 0 && forwardedProtocol(exchange) === 'https',
  });
  const admin = adminRoutes({
    reports: store,
    control: store,
    changes: store,
    queue,
    clock,
    log,
    version,
    environment: config.production ? 'production' : 'development',
    access,
    collectMetrics: () => metrics.collect(),
  });
  const server = createHttpServer({
    routes: [
      ...intakeRoutes({ intake, refused, maxBodyBytes: config.maxBodyBytes, clock, log }),
      ...healthRoutes({ reports: store, queue, includeQueue: config.healthQueue, clock, isStopping: () => state.isStopping }),
      ...admin.routes,
    ],
    log,
    trustProxy: config.trustProxy,
    onAnswered: (answered) => metrics.observe(answered),
  });
  return { server, refused, closeStreams: () => admin.closeStreams(), oneTimeToken, state };
}

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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** The host part of a URL that reaches this address; the wildcard addresses are reached by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
