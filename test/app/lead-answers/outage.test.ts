import { expect, test } from 'vitest';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE } from './answers-under-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FETCHES = /^GET \/v26\.0\/\d+$/;

test('in an outage of six hours a few calls find out for a thousand leads, with one alarm; then all run at once', async () => {
  await using underTest = await AnswersUnderTest.create({ QUEUE_MAX_ATTEMPTS: '3' });
  await underTest.notify(1_000);
  using outage = underTest.platform.server.fault({ effect: { status: 503, body: 'down' } });
  for (let now = T0; now < T0 + 6 * HOUR; now += 5 * MINUTE) await underTest.onceAt(now);
  expect(outage.hits).toBeGreaterThan(20);
  expect(outage.hits).toBeLessThan(70);
  expect(underTest.errors()).toHaveLength(1);
  expect(await underTest.account()).toMatchObject({ awaySince: T0, fault: { code: 'platform_unavailable' } });
  expect(await underTest.store.queueSnapshot('webhooks', underTest.now)).toMatchObject({ waiting: 1_000, failed: 0 });
  outage.end();
  const back = T0 + 6 * HOUR + 20 * MINUTE;
  for (let now = back; now < back + 3 * MINUTE; now += 10_000) await underTest.onceAt(now);
  expect(await underTest.store.queueSnapshot('webhooks', underTest.now)).toMatchObject({ waiting: 0, failed: 0, finished: 1_000 });
  expect(await underTest.account()).toMatchObject({ awaySince: null, pausedUntil: null });
  expect(underTest.platform.server.count(FETCHES)).toBeLessThan(1_070);
}, 60_000);

test('a page that is not answered for keeps no other waiting', async () => {
  await using underTest = await AnswersUnderTest.create();
  await underTest.notify(30, PAGE);
  const held = [...underTest.platform.directory.leads.keys()];
  await underTest.notify(5, OTHER_PAGE);
  using outage = underTest.platform.server.fault({ when: ({ path }) => held.some((id) => path.endsWith(id)), effect: 'hang_up' });
  expect(await underTest.once()).toMatchObject({ processed: 5, waiting: 30 });
  expect(outage.hits).toBeLessThanOrEqual(10);
});
