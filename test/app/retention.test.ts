import { describe, expect, test } from 'vitest';
import { isNightlyRunDue, keepRetention } from '../../src/app/retention.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, claimOne, finishLead, trailOf } from '../store-contract/steps.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { formDelivery, leadIntent, operator } from '../support/factories.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { TempDir } from '../support/temp-dir.ts';

const ZONE = 'America/Sao_Paulo';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** In São Paulo. */
const at = (text: string): number => Date.parse(`${text}:00-03:00`);

describe('the nightly run', () => {
  test.each([
    ['waits for the first night', null, '2026-11-20T12:00', false],
    ['begins at night', null, '2026-11-21T03:00', true],
    ['is made once a night', '2026-11-21T03:01', '2026-11-21T05:59', false],
    ['is made each night', '2026-11-20T03:01', '2026-11-21T03:00', true],
    ['is not made by day after a night', '2026-11-21T03:01', '2026-11-22T02:59', false],
    ['is made by day if a night was missed', '2026-11-20T03:01', '2026-11-21T15:02', true],
    ['does not wait for a time in the future', '2027-01-01T03:00', '2026-11-21T03:10', true],
  ])('%s', (_name, doneAt, now, isDue) => {
    expect(isNightlyRunDue(doneAt === null ? null : at(doneAt), at(now), ZONE)).toBe(isDue);
  });

  test('runs once over all processes, with the limit of a client although the settings have none', async () => {
    using folder = new TempDir();
    const url = `sqlite:${placeEmptyDatabase(folder.file('test.db'))}`;
    let now = at('2026-11-20T12:00');
    await using store = openSqliteStore(url, now);
    await addCampaign(store);
    await store.accept(formDelivery('e1', { receivedAt: now - 40 * DAY }));
    await finishLead(store, await claimOne(store, { now }), leadIntent('e1'), now);
    const runs: number[] = [];
    const { config } = loadConfig({ env: { DATABASE_URL: url }, flags: {}, envFile: undefined });
    const counted = {
      ...store,
      deleteExpired: async (...args: Parameters<typeof store.deleteExpired>) => {
        runs.push(now);
        const run = store.deleteExpired(...args);
        running = run;
        return await run;
      },
    };
    let running: Promise<unknown> = Promise.resolve();
    const context = { config, store: counted, clock: () => now, log: silentLogger() };
    const stop = new AbortController();
    const wait = async (ms: number): Promise<void> => {
      // No time passes during a run: on a slow machine, the other loop would take the work over.
      await running;
      now += ms / 2;
      if (now > at('2026-11-20T18:00')) await store.setClientRetention('1', { bodies: 30, leads: null }, operator());
      if (now > at('2026-11-23T12:00')) stop.abort();
    };
    const deps = { random: () => 0, wait };
    await Promise.all([keepRetention(context, stop.signal, deps), keepRetention(context, stop.signal, deps)]);
    const nights = runs.map((ms) => new Date(ms - 3 * 60 * MINUTE).toISOString().slice(0, 13));
    expect(nights).toEqual(['2026-11-21T03', '2026-11-22T03', '2026-11-23T03']);
    expect((await trailOf(store, '1')).event.body.byteLength).toBe(0);
    expect((await store.retentionFacts()).ranAt).toBeGreaterThanOrEqual(runs.at(-1) as number);
  });
});
