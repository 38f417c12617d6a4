import { AppError } from '../../base/app-error.ts';
import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { databasePath, isPostgresUrl } from '../../config/database-path.ts';
import type { QueueSnapshot } from '../../domain/queue-status.ts';
import { aboutWorkers } from '../../findings/find-queue.ts';
import { inEveryLanguage, type Sentence } from '../../messages/messages.ts';
import { openStore } from '../../store/open-store.ts';
import { inspectDatabase } from '../../store/sqlite/inspection.ts';

/** The result of one GET. */
type ServiceAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** System error code (`ECONNREFUSED`, `ENOTFOUND` …), or `TIMEOUT`. */
  | { readonly kind: 'silent'; readonly code: string };

/** Health answers have less than 1 KiB; another server at this address may send more. */
const READ_CHARACTERS = 4_096;

/**
 * Requests an address of this program and waits for the answer. Errors are returned as values. Uses only Node's own HTTP client, to start
 * fast.
 */
export function askService(url: URL, timeoutMs: number): Promise<ServiceAnswer> {
  const { get } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const fail = (error: NodeJS.ErrnoException): void =>
      resolve({ kind: 'silent', code: signal.aborted ? 'TIMEOUT' : (error.code ?? error.name) });
    const request = get(url, { agent: false, signal, headers: { Accept: 'application/json' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body = (body + text).slice(0, READ_CHARACTERS);
      });
      response.on('error', fail).on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, body }));
    });
    request.on('error', fail);
  });
}

/** The result for a container or a monitor, with one sentence for people. */
export interface Health {
  readonly isHealthy: boolean;
  readonly text: Translated<string>;
}

/** Healthy if the address answers 200; requests `/ready` if the URL has no path. */
export async function checkService(url: URL, timeoutMs: number): Promise<Health> {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '/ready';
  const named = { address: String(address) };
  const answer = await askService(address, timeoutMs);
  if (answer.kind === 'silent') return health(false, (m) => m.cli.operations.addressSilent({ ...named, code: answer.code }));
  const { status } = answer;
  if (status === 200) return health(true, (m) => m.cli.operations.addressHealthy(named));
  return health(false, (m) => m.cli.operations.addressUnhealthy({ ...named, status }));
}

function health(isHealthy: boolean, text: Sentence): Health {
  return { isHealthy, text: inEveryLanguage(text) };
}

/** Healthy if a worker of the queue has sent a heartbeat in time. Reads the database without changing it. */
export async function checkWorkers(databaseUrl: string, queue: string, now: number): Promise<Health> {
  if (isPostgresUrl(databaseUrl)) {
    await using store = await openStore(databaseUrl, now, {});
    return workerHealth(await store.queueSnapshot(queue, now));
  }
  using inspection = inspectDatabase(databasePath(databaseUrl));
  // Refuses the database of another program with the reason.
  await inspection.schemaVersion();
  return workerHealth(await inspection.queueSnapshot(queue, now));
}

/** If the check cannot run, it counts as failed: Docker only knows healthy and unhealthy. */
export async function healthOf(check: () => Promise<Health>): Promise<Health> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [en, pt] = (['en', 'pt'] as const).map((language) => error.inLanguage(language).message.replaceAll(/\n[\s-]*/g, ' '));
    return health(false, (m) => m.cli.operations.unhealthy({ en, pt }));
  }
}

function workerHealth(snapshot: QueueSnapshot): Health {
  const { queue, at, workers } = snapshot;
  if (workers.length === 0) return health(false, (m) => m.cli.operations.noWorker({ queue }));
  const age = formatDuration(Math.min(...workers.map(({ seenAt }) => Math.max(0, at - seenAt))));
  const isAlive = aboutWorkers(snapshot).severity === 'ok';
  return health(isAlive, (m) => m.cli.operations[isAlive ? 'workerSeen' : 'workerGone']({ queue, age }));
}
