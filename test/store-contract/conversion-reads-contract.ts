import { describe, expect } from 'vitest';
import { CONVERSION_QUEUE, type JobOutcome } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { ConversionQuery } from '../../src/domain/report-ports.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { enqueue } from './conversion-jobs-contract.ts';
import { addCampaign, claim, finish, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const REFUSED = { code: 'conversion_refused', params: inWords('The platform says no.') };
const TOO_OLD = { code: 'conversion_too_old', params: inWords('It is older than seven days.') };
const AWAY = { code: 'platform_unavailable', params: inWords('The platform is away.') };

const OUTCOMES: readonly JobOutcome[] = [
  { kind: 'failed', fault: REFUSED },
  { kind: 'failed', fault: TOO_OLD },
  { kind: 'sent', requestId: 'r-1' },
  { kind: 'retry', fault: AWAY, availableAt: T0 + 60_000, spendsAttempt: true },
  { kind: 'failed', fault: REFUSED },
];

/**
 * Conversions `0` to `4` of Google Ads, a second apart, each with its outcome; `5` of Meta and `6` of no platform, which wait without an
 * attempt.
 */
async function fill(store: Store): Promise<void> {
  await addCampaign(store);
  for (const [index, fields] of [...OUTCOMES.map(() => ({ searchClickId: 'g' })), { fbc: 'f' }, {}].entries()) {
    const intent = leadIntent(`lead-${index % 2}-${index}`, {
      fields: leadFields(fields),
      conversion: newConversion({ key: String(index) }),
    });
    await processEvent(store, `event-${index}`, intent, T0 + index * 1_000);
  }
  await enqueue(store, 'search_ads');
  const jobs = await claim(store, { queue: CONVERSION_QUEUE, limit: 10 });
  for (const job of jobs) {
    const outcome = OUTCOMES[Number(job.conversionId) - 1];
    if (outcome !== undefined) await finish(store, job, outcome);
  }
}

export function conversionReadsContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await fill(underTest.store);
    return underTest;
  });

  describe('listConversions by error code', () => {
    const keys = async (store: Store, query: Partial<ConversionQuery>): Promise<string[]> =>
      (await store.listConversions({ limit: 100, ...query })).items.map(({ key }) => key);

    test('finds rejected ones and those that wait after a try, newest first, with every other filter', async (store) => {
      const errorCode = REFUSED.code;
      expect(await keys(store, { errorCode })).toEqual(['4', '0']);
      expect(await keys(store, { errorCode, state: 'rejeitada' })).toEqual(['4', '0']);
      expect(await keys(store, { errorCode, state: 'pendente' })).toEqual([]);
      expect(await keys(store, { errorCode: AWAY.code })).toEqual(['3']);
      expect(await keys(store, { errorCode: AWAY.code, state: 'pendente' })).toEqual(['3']);
      expect(await keys(store, { errorCode, state: 'rejeitada', platform: 'search_ads' })).toEqual(['4', '0']);
      expect(await keys(store, { errorCode, state: 'rejeitada', platform: 'social_ads' })).toEqual([]);
      expect(await keys(store, { errorCode, platform: 'social_ads' })).toEqual([]);
      expect(await keys(store, { errorCode, leadId: '5' })).toEqual(['4']);
      expect(await keys(store, { errorCode, clientId: '1' })).toEqual(['4', '0']);
      expect(await keys(store, { errorCode, clientId: '2' })).toEqual([]);
      expect(await keys(store, { errorCode, since: T0 + 1_000 })).toEqual(['4']);
      expect(await keys(store, { errorCode, until: T0 + 1_000 })).toEqual(['0']);
      expect(await keys(store, { errorCode: 'unknown' })).toEqual([]);
    });

    test('tells why, and leads on page by page', async (store) => {
      const first = await store.listConversions({ limit: 1, errorCode: REFUSED.code });
      expect(first.items).toMatchObject([{ key: '4', state: 'rejeitada', fault: REFUSED, clientName: 'Agência Um' }]);
      const second = await store.listConversions({ limit: 1, errorCode: REFUSED.code, before: first.nextCursor ?? '0' });
      expect(second.items.map(({ key }) => key)).toEqual(['0']);
      expect(second.nextCursor).toBeNull();
    });
  });

  describe('conversionNames', () => {
    test('has each name once, without those of withdrawn stages', async (store) => {
      const operator = { name: 'cli:ana', now: T0 };
      const stage = { leadId: '1', key: 'x', value: null, currency: null, happenedAt: T0 };
      expect(await store.conversionNames()).toEqual(['venda']);
      const {
        conversionIds: [conversionId = ''],
      } = await store.addStage({ ...stage, name: 'gahno' }, operator);
      expect((await store.conversionNames()).toSorted()).toEqual(['gahno', 'venda']);
      await store.changeStage({ kind: 'withdraw', conversionId, reason: 'typo' }, operator);
      expect(await store.conversionNames()).toEqual(['venda']);
    });
  });

  describe('conversionsWaitSince', () => {
    test('tells when the oldest one of a platform was registered that was neither sent nor rejected', async (store) => {
      expect(await store.conversionsWaitSince('search_ads')).toBe(T0 + 3_000);
      expect(await store.conversionsWaitSince('social_ads')).toBe(T0 + 5_000);
    });

    test('is null where none waits', async (store) => {
      await enqueue(store, 'social_ads');
      const [job] = await claim(store, { queue: CONVERSION_QUEUE });
      if (job === undefined) throw new Error('no job');
      await finish(store, job, { kind: 'sent', requestId: null });
      expect(await store.conversionsWaitSince('social_ads')).toBeNull();
    });
  });

  describe('latestStages', () => {
    test('gives the stage that each lead came to last, without those that were withdrawn', async (store) => {
      const { items } = await store.listLeads({ limit: 100 });
      const ids = items.map(({ id }) => id);
      const first = await store.latestStages(ids);
      expect(first.map(({ leadId, key }) => [leadId, key])).toHaveLength(ids.length);
      const leadId = (await store.listConversions({ limit: 100 })).items.find(({ key }) => key === '5')?.leadId ?? '';
      const stage = { leadId, name: 'sale', key: 'won', value: 100, currency: 'BRL', happenedAt: T0 + 3_600_000 };
      await store.addStage(stage, operator());
      expect(await store.latestStages([leadId])).toMatchObject([{ leadId, name: 'sale', key: 'won', value: 100 }]);
      const [registered] = await store.latestStages([leadId]);
      await store.changeStage({ conversionId: registered?.id ?? '', kind: 'withdraw', reason: 'Wrong lead.' }, operator());
      expect(await store.latestStages([leadId])).toMatchObject([{ leadId, key: '5' }]);
      expect(await store.latestStages(['999', ''])).toEqual([]);
    });
  });
}
