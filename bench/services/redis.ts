import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.ts';
import type { Workbench } from '../workbench.ts';

/** Every write is synced before Redis answers, which is comparable to a durable commit. */
const SETTINGS = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];

export const REDIS_SETTINGS = 'appendonly yes, appendfsync always, no snapshots';

/** An empty Redis on a free loopback port, stopped with the workbench. Returns its address. */
export async function startRedis(bench: Workbench): Promise<string> {
  const folder = join(bench.folder, `redis-${Date.now()}`);
  mkdirSync(folder);
  const port = await freePort();
  bench.start('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...SETTINGS], {});
  const url = `redis://127.0.0.1:${port}`;
  await untilItAnswers(url);
  return url;
}

async function untilItAnswers(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  redis.on('error', () => undefined);
  await redis.ping();
  redis.disconnect();
  await sleep(0);
}
