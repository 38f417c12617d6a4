import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import { formDelivery, leadFields, leadIntent, QUEUE, T0 } from '../support/factories.ts';
import { addCampaign, claimOne, FAULT, finish, finishLead } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A lead that was submitted and received at the same time and created `tookMs` later. */
async function leadAt(store: Store, identity: string, receivedAt: number, tookMs: number, isTest = false): Promise<void> {
  await store.accept(formDelivery(identity, { receivedAt }));
  const job = await claimOne(store, { now: receivedAt });
  const lead = leadIntent(identity, { fields: leadFields({ submittedAt: receivedAt, isTest }) });
  expect(await finishLead(store, job, lead, receivedAt + tookMs)).toBe('processed');
}

async function failureAt(store: Store, identity: string, at: number, queue = QUEUE): Promise<void> {
  await store.accept(formDelivery(identity, { receivedAt: at, queue }));
  await finish(store, await claimOne(store, { now: at, queue }), { kind: 'failed', fault: FAULT }, at);
}

export function spanFiguresContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('spanFigures', () => {
    test('of a span without anything are zeros, and no times', async (store) => {
      const nothing = { leads: 0, failures: 0, timeToLead: { median: null, p95: null } };
      expect(await store.spanFigures(QUEUE, T0 - DAY, T0)).toEqual(nothing);
    });

    test('count leads from the beginning of the span until before its end', async (store) => {
      await addCampaign(store);
      for (const [index, at] of [T0 - DAY - 1, T0 - DAY, T0 - 1, T0].entries()) await leadAt(store, `lead-${index}`, at, 0);
      expect((await store.spanFigures(QUEUE, T0 - DAY, T0)).leads).toBe(2);
    });

    test('leave test leads out', async (store) => {
      await addCampaign(store);
      await leadAt(store, 'real', T0, 10);
      await leadAt(store, 'test', T0 + 1, 99_000, true);
      expect(await store.spanFigures(QUEUE, T0, T0 + DAY)).toMatchObject({ leads: 1, timeToLead: { median: 10, p95: 10 } });
    });

    test('tell the median and the 95th percentile of the time to lead, by when leads were created', async (store) => {
      await addCampaign(store);
      for (let index = 1; index <= 20; index += 1) await leadAt(store, `lead-${index}`, T0 + index * 1_000, index);
      await leadAt(store, 'late', T0 - DAY, 2 * DAY);
      expect((await store.spanFigures(QUEUE, T0, T0 + HOUR)).timeToLead).toEqual({ median: 10, p95: 19 });
      expect((await store.spanFigures(QUEUE, T0 + DAY, T0 + 2 * DAY)).timeToLead).toEqual({ median: 2 * DAY, p95: 2 * DAY });
    });

    test('count failures of the queue, for two weeks', async (store) => {
      await failureAt(store, 'old', T0);
      await failureAt(store, 'second', T0 + 60_000);
      await failureAt(store, 'other queue', T0 + 60_000, 'other');
      await failureAt(store, 'new', T0 + 14 * DAY);
      expect((await store.spanFigures(QUEUE, T0, T0 + 60_000)).failures).toBe(1);
      expect((await store.spanFigures(QUEUE, T0, T0 + 14 * DAY)).failures).toBe(2);
      expect((await store.spanFigures(QUEUE, T0, T0 + 15 * DAY)).failures).toBe(3);
    });
  });
}
