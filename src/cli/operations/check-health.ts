import { AppError } from '../../base/app-error.ts';
import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { liveWorkers, type QueueSnapshot } from '../../domain/queue-status.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { inspectDatabase } from '../../store/sqlite/inspection.ts';

/** What became of one GET. */
type ServiceAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** Code of the system (`ECONNREFUSED`, `ENOTFOUND` …), or `TIMEOUT`. */
  | { readonly kind: 'silent'; readonly code: string };

/** Health answers have less than 1 KiB; what stands at a wrong address may be long. */
const READ_CHARACTERS = 4_096;

/** Asks an address of this program and waits for the answer. What goes wrong is a value. Loads no HTTP client but Node's own, to start fast. */
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

/** What a container or a monitor wants to know, with one sentence for people. */
export interface Health {
  readonly isHealthy: boolean;
  readonly text: Translated<string>;
}

/** Healthy when the address answers 200; `/ready` is asked where the URL names no path. */
export async function checkService(url: URL, timeoutMs: number): Promise<Health> {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '/ready';
  const named = { address: String(address) };
  const answer = await askService(address, timeoutMs);
  if (answer.kind === 'silent') {
    return { isHealthy: false, text: inEveryLanguage((m) => m.cli.operations.addressSilent({ ...named, code: answer.code })) };
  }
  const { status } = answer;
  if (status === 200) return { isHealthy: true, text: inEveryLanguage((m) => m.cli.operations.addressHealthy(named)) };
  return { isHealthy: false, text: inEveryLanguage((m) => m.cli.operations.addressUnhealthy({ ...named, status })) };
}

/** Healthy when a worker of the queue was seen within its heartbeat. Reads the database and changes nothing in it. */
export function checkWorkers(database: string, queue: string, now: number): Health {
  using inspection = inspectDatabase(database);
  return workerHealth(inspection.queueSnapshot(queue, now));
}

/** What keeps a check from being made is a failed check: Docker knows healthy and unhealthy only. */
export async function healthOf(check: () => Promise<Health>): Promise<Health> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'usage') throw error;
    const [en, pt] = (['en', 'pt'] as const).map((language) => error.inLanguage(language).message.replaceAll(/\n[\s-]*/g, ' '));
    return { isHealthy: false, text: inEveryLanguage((m) => m.cli.operations.unhealthy({ en, pt })) };
  }
}

function workerHealth(snapshot: QueueSnapshot): Health {
  const { queue, at, workers } = snapshot;
  const ages = workers.map((worker) => Math.max(0, at - worker.seenAt));
  const youngest = Math.min(...ages);
  if (workers.length === 0) {
    return { isHealthy: false, text: inEveryLanguage((m) => m.cli.operations.unhealthyNoWorkerRunning({ queue })) };
  }
  const age = formatDuration(youngest);
  if (liveWorkers(snapshot).length === 0) {
    return { isHealthy: false, text: inEveryLanguage((m) => m.cli.operations.unhealthyLastWorkerSeen({ queue, age })) };
  }
  return { isHealthy: true, text: inEveryLanguage((m) => m.cli.operations.healthyWorkerSeenAgo({ queue, age })) };
}
