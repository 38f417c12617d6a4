/**
 * Drains the queue like `queue work --stop-when-empty`, except for the events of two campaigns: one ends the worker immediately, as a crash
 * would; the other blocks it until its stdin ends. The program has no such hook. Routing happens in the middle of processing, so the
 * trouble is injected there.
 */
import { once } from 'node:events';
import { openContext } from '../../src/app/context.ts';
import { runWorker } from '../../src/app/run-worker.ts';
import { createLogger } from '../../src/base/logger.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { RoutingRequest } from '../../src/domain/directory.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import { KILLING_CAMPAIGN, WAITING_CAMPAIGN } from './troubled-campaigns.ts';

const log = await createLogger({ level: 'info', format: 'json', version: 'test' });
await using context = await openContext(loadConfig({ env: process.env }), { log });

async function resolve(requests: readonly RoutingRequest[]) {
  const campaigns = requests.map((request) => request.campaignId);
  if (campaigns.includes(KILLING_CAMPAIGN)) process.kill(process.pid, 'SIGKILL');
  if (campaigns.includes(WAITING_CAMPAIGN)) {
    log.info('holding a job');
    await once(process.stdin.resume(), 'end');
  }
  return await context.store.resolve(requests);
}

const options = { queue: DEFAULT_QUEUE, concurrency: 1, batch: 100, stopWhenEmpty: true, sleepMs: 0 };
const summary = await runWorker({ ...context, store: { ...context.store, resolve } }, options, new AbortController().signal);
process.stdout.write(JSON.stringify(summary));
