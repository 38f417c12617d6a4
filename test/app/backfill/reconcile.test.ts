import { expect, test } from 'vitest';
import { backfillLeads } from '../../../src/app/backfill/backfill-leads.ts';
import { RECONCILE_TASK, startReconciling } from '../../../src/app/backfill/reconcile.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest } from '../lead-answers/answers-under-test.ts';
import { FORM } from './missed-leads.ts';

const HOUR = 3_600_000;

type Compare = NonNullable<NonNullable<Parameters<typeof startReconciling>[2]>['compare']>;

/** Runs this many rounds of the comparison, five minutes apart. */
async function reconcile(
  place: AnswersUnderTest,
  looks: number,
  { store, stepMs, compare }: { readonly store?: Store; readonly stepMs?: number; readonly compare?: Compare } = {},
): Promise<number> {
  const stop = new AbortController();
  place.set({ SOCIALADS_RECONCILE_HOURS: '6' });
  const context = place.context(store);
  let compared = 0;
  let left = looks;
  await startReconciling(context, stop.signal, {
    random: () => 0.5,
    wait: async (ms) => {
      place.now += stepMs ?? ms;
      left -= 1;
      if (left <= 0) stop.abort();
    },
    compare: async (signal, onProgress) => {
      compared += 1;
      if (compare !== undefined) return await compare(signal, onProgress);
      return await backfillLeads(context, { since: null, dryRun: false, signal, onProgress });
    },
  });
  return compared;
}

async function activityOf(place: AnswersUnderTest): Promise<readonly string[]> {
  const { items } = await place.store.listActivity({ action: 'conferir_leads', limit: 10 });
  return items.map(({ operator, detail }) => `${operator}: ${detail}`);
}

test('compares at once and then every few hours, tells how many leads were missing, and keeps when it was done', async () => {
  await using place = await AnswersUnderTest.create();
  place.platform.directory.seedLead({ formId: FORM, createdAt: T0 - HOUR });
  place.platform.directory.seedLead({ formId: FORM, createdAt: T0 - HOUR });
  expect(await reconcile(place, 1)).toBe(1);
  expect(await place.store.taskDoneAt(RECONCILE_TASK)).toBe(T0);
  expect(await activityOf(place)).toEqual(['system: 2 leads were missing']);
  expect(place.log.map(({ line }) => (line as unknown[])[1])).toContain(
    'compared with the social-ads platform: leads were missing or without answers, and are fetched',
  );
  // 6 hours plus a twentieth of them is 75.6 rounds.
  expect(await reconcile(place, 75)).toBe(0);
  expect(await reconcile(place, 2)).toBe(1);
  expect(await activityOf(place)).toHaveLength(1);
});

test('one process at a time, and what one has done the other does not do again', async () => {
  await using place = await AnswersUnderTest.create();
  await using other = place.openStore();
  const counts = await Promise.all([reconcile(place, 3, { stepMs: 0 }), reconcile(place, 3, { store: other, stepMs: 0 })]);
  expect(counts.toSorted()).toEqual([0, 1]);
  expect(await reconcile(place, 2, { store: other })).toBe(0);
});

test('whoever lost the work over something slow stops, and notes nothing', async () => {
  await using place = await AnswersUnderTest.create();
  await using other = place.openStore();
  const compare: Compare = async (signal, onProgress) => {
    place.now += 700_000;
    expect(await other.takeTask(RECONCILE_TASK, 'other', place.now + HOUR, place.now)).toBe(true);
    await onProgress();
    expect(signal.aborted).toBe(true);
    return { forms: [], pages: [], stopped: true };
  };
  await reconcile(place, 1, { compare });
  expect(place.errors()).toEqual([]);
  expect(await place.store.taskDoneAt(RECONCILE_TASK)).toBeNull();
  expect(await other.takeTask(RECONCILE_TASK, 'third', place.now + HOUR, place.now)).toBe(false);
});

test('a clock that was ahead keeps nobody waiting, and what it passed over is looked at', async () => {
  await using place = await AnswersUnderTest.create();
  place.now = T0 + 48 * HOUR;
  expect(await reconcile(place, 1)).toBe(1);
  place.now = T0 + 12 * HOUR;
  place.platform.directory.seedLead({ formId: FORM, createdAt: T0 + 10 * HOUR });
  expect(await reconcile(place, 1)).toBe(1);
  expect(await activityOf(place)).toEqual(['system: 1 lead was missing']);
});

test('trouble is told and tried again', async () => {
  await using place = await AnswersUnderTest.create();
  let tries = 0;
  const compare = async () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is full');
    return { forms: [], pages: [], stopped: false };
  };
  await reconcile(place, 3, { compare });
  expect(tries).toBe(2);
  expect(place.errors()).toHaveLength(1);
});

test('a stop in the middle gives the work back, and it is not done', async () => {
  await using place = await AnswersUnderTest.create();
  const compare = async () => ({ forms: [], pages: [], stopped: true });
  await reconcile(place, 1, { compare });
  expect(await place.store.taskDoneAt(RECONCILE_TASK)).toBeNull();
  expect(await place.store.takeTask(RECONCILE_TASK, 'next', place.now + HOUR, place.now)).toBe(true);
});

test.each<[string, Record<string, string>]>([
  ['it is switched off', { SOCIALADS_RECONCILE_HOURS: '0' }],
  ['nothing is connected, or can be', { tokens: '', CREDENTIALS_KEY: '', SOCIALADS_RECONCILE_HOURS: '6' }],
])('returns at once where %s', async (_why, env) => {
  await using place = await AnswersUnderTest.create(env);
  await startReconciling(place.context(), place.stop.signal);
  expect(place.platform.server.calls).toEqual([]);
});

test('asks nobody while nothing is connected', async () => {
  await using place = await AnswersUnderTest.create({ tokens: '', CREDENTIALS_KEY: '' });
  expect(await reconcile(place, 3)).toBe(0);
  expect(place.platform.server.calls).toEqual([]);
});

test('runs over the real connection until it is stopped', async () => {
  await using place = await AnswersUnderTest.create({ SOCIALADS_RECONCILE_HOURS: '6' });
  const reconciling = startReconciling(place.context(), place.stop.signal);
  await place.until(async () => (await place.store.taskDoneAt(RECONCILE_TASK)) !== null);
  place.stop.abort();
  await reconciling;
  expect((await place.store.listFormChecks()).map(({ formId }) => formId)).toContain(FORM);
});
