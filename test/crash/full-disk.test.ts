import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilProcessed } from '../end-to-end/operator.ts';
import { startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { Load } from './load.ts';
import { findViolations } from './oracle.ts';
import { SmallDisk } from './small-disk.ts';

/** Less than what is written before the first checkpoint, so that nothing frees space. */
const SMALL = '3m';

test('on a full disk the program answers 503, lives, loses nothing, and is well again by itself when there is space', async ({ skip }) => {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'fatal' } });
  using disk = SmallDisk.mount(workplace.folder, SMALL);
  if (disk === undefined) return skip('this user may not mount a file system');
  await workplace.addCampaign();
  await using service = await startService(workplace.folder, workplace.env, ['--work']);
  const status = async (path: string): Promise<number> => (await fetch(`${service.url}${path}`)).status;

  const load = new Load(SECRETS.FORMULARIO_SECRET);
  const filling = new AbortController();
  const filled = load.run(service.url, filling.signal);
  const refusal = await load.refusal();
  filling.abort();
  await filled;
  expect({ status: refusal.status, code: JSON.parse(refusal.text).code }).toEqual({ status: 503, code: 'store_full' });
  expect(Number(refusal.retryAfter)).toBeGreaterThan(0);
  await untilAnswered(status, '/ready', 503);
  expect([await status('/health'), await status('/live')]).toEqual([503, 200]);

  disk.grow('60m');
  await untilAnswered(status, '/ready', 200);
  const again = new AbortController();
  const sending = load.run(service.url, again.signal);
  await load.acknowledgements(50);
  again.abort();
  await sending;
  await untilProcessed(`sqlite:${workplace.databasePath}`);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(load.surprises).toEqual([]);
  expect(findViolations(workplace.databasePath, load.acknowledged, { drained: true })).toEqual([]);
}, 120_000);

/** The answer is cached for a second, so the first one may be outdated. */
async function untilAnswered(status: (path: string) => Promise<number>, path: string, expected: number): Promise<void> {
  while ((await status(path)) !== expected) await pause(50);
}
