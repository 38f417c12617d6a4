import { listeningUrl, reachableUrl } from '../base/service-address.ts';
import { shownDatabase } from '../config/database-path.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import { assembleService, type ServiceParts } from './assemble-service.ts';
import type { AppContext } from './context.ts';
import { keepSearchIndex } from './keep-search-index.ts';
import { maintainSpaceReserve } from './maintain-space-reserve.ts';
import { NamedKeys } from './named-secrets/named-keys.ts';
import { OpenErasures } from './open-erasures.ts';
import { mayConversionsBeSent } from './platforms/destinations.ts';
import { keepRetention } from './retention.ts';
import { logLimitedSettings, logMissingSecrets, logMissingWorker, noteSecrets } from './start-remarks.ts';

/** The options of the worker inside `serve --work`; `queue work` offers the same as flags. */
const INNER_WORKER = { concurrency: 1, batch: 100, stopWhenEmpty: false, sleepMs: 3_000 } as const;

export interface RunningService {
  /** An address for links and requests from this machine, even if the service listens on every interface. */
  readonly url: string;
  /** The address it actually listens on. */
  readonly listening: string;
  /** Link to the admin pages, with a one-time token if no ADMIN_TOKEN is set; `undefined` if the admin is not configured. */
  readonly adminUrl: string | undefined;
  /** Rejects if the inner worker fails or the store can no longer write; never resolves. */
  readonly failed: Promise<never>;
  /** Finishes started requests, finishes or releases jobs, and writes refused requests. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Listens for events, serves the admin, and optionally processes the queue.
 *
 * @throws AppError `port_in_use`, or `configuration_invalid` if it cannot listen on the address
 */
export async function startService(context: AppContext, options: { readonly work: boolean }): Promise<RunningService> {
  const named = new NamedKeys({ store: context.store, credentialsKey: context.secrets.credentialsKey, log: context.log });
  // Together: one starts the thread that writes, the other the one that reads.
  await Promise.all([noteSecrets(context), named.read()]);
  const erasures = new OpenErasures(context);
  const parts = assembleService(context, named, erasures);
  const { host, port } = context.config;
  const address = await parts.server.listen(host, port);
  const url = reachableUrl({ host, port: address.port });
  const listening = listeningUrl({ host, port: address.port });
  context.log.info({ listening, database: shownDatabase(context.config.databaseUrl), worker: options.work }, 'listening');
  logMissingSecrets(context, named.current());
  logLimitedSettings(context, named.current());
  if (!options.work) await logMissingWorker(context);
  const stop = new AbortController();
  const working = options.work ? work(context, stop.signal) : undefined;
  const others = [
    keepSearchIndex(context, stop.signal),
    maintainSpaceReserve(context, stop.signal),
    erasures.run(stop.signal),
    keepRetention(context, stop.signal),
    named.watch(stop.signal),
    // Not awaited before the stop: another process may hold the lock that the probe needs.
    parts.health.probe(),
    parts.access.endSessionsOfOtherTokens(),
  ];
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
      stopping ??= stopAll(context, parts, stop, { working, others });
      return stopping;
    },
  };
}

/**
 * Works the queue of events, and that of conversions if an account is or can be connected; ends when both have ended. Processing is loaded
 * here: without it `serve` takes 7 MB less, mostly for the rules of phone numbers.
 */
async function work(context: AppContext, signal: AbortSignal): Promise<void> {
  const { runWorker } = await import('./run-worker.ts');
  const sends = await mayConversionsBeSent(context);
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
  parts: ServiceParts,
  stop: AbortController,
  { working, others }: { readonly working: Promise<unknown> | undefined; readonly others: readonly Promise<unknown>[] },
): Promise<void> {
  context.log.info('stopping');
  parts.state.isStopping = true;
  parts.admin.closeStreams();
  stop.abort();
  await parts.server.close();
  // If it failed, `failed` has reported the error.
  await working?.catch(() => undefined);
  await Promise.all(others);
  await parts.refused.flush();
  context.log.info('stopped');
}

function adminUrl({ secrets }: AppContext, url: string, oneTimeToken: string | undefined): string | undefined {
  if (secrets.adminToken !== undefined) return `${url}/admin`;
  return oneTimeToken === undefined ? undefined : `${url}/admin/login?token=${oneTimeToken}`;
}
