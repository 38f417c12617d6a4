import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import type { StageChange } from '../../src/domain/stage-change.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { convert, enqueue } from './conversion-jobs-contract.ts';
import { addCampaign, claim, claimOne, FAULT, finish, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const STAGE = { ...newConversion({ name: 'qualificado', key: 'q-1', value: 99.5, happenedAt: T0 - 1_000 }), leadId: '1' };
const DAY = 86_400_000;

async function exported(store: Store, query: Partial<Parameters<Store['exportConversions']>[0]> = {}): Promise<string[]> {
  return (await store.exportConversions({ since: T0 - DAY, after: null, limit: 100, ...query })).map(({ key }) => key);
}

export function outboxContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('conversionsToSend', () => {
    test('gives conversions with their leads in the order asked, null where there is none', async (store) => {
      await convert(store, 'a', { searchClickId: 'g', email: 'ana@example.com', consents: { marketing: 'granted' } });
      await convert(store, 'b', { fbc: 'f', extras: { n: 1 } });
      const [second, none, first, wrong] = await store.conversionsToSend(['2', '99', '1', 'x']);
      expect([none, wrong]).toEqual([null, null]);
      expect(first).toMatchObject({
        id: '1',
        key: 'a',
        value: 10.5,
        platform: 'search_ads',
        clickId: 'g',
        state: 'pendente',
        alone: false,
        requestSize: null,
        lead: { id: '1', email: 'ana@example.com', consents: { marketing: 'granted' }, clientId: '1' },
      });
      expect(second).toMatchObject({ id: '2', platform: 'social_ads', lead: { id: '2', fbc: 'f' } });
    });
  });

  describe('addStage', () => {
    test('registers a conversion by hand under the event that made the lead, which the page of the event leaves out', async (store) => {
      await convert(store, 'a');
      const log = operator(T0 + 7);
      expect(await store.addStage(STAGE, log)).toEqual({ conversionIds: ['2'], isNew: true });
      const { items } = await store.listConversions({ limit: 1 });
      expect(items).toMatchObject([
        {
          id: '2',
          leadId: '1',
          eventId: '1',
          clientId: '1',
          platform: 'search_ads',
          clickId: 'g',
          name: 'qualificado',
          key: 'q-1',
          value: 99.5,
          happenedAt: T0 - 1_000,
          createdAt: T0 + 7,
          state: 'pendente',
          registeredBy: 'cli:ana',
        },
      ]);
      expect((await trailOf(store, '1')).conversions.map(({ key }) => key)).toEqual(['a']);
      expect((await store.findLead('1'))?.conversions.map(({ key }) => key)).toEqual(['a', 'q-1']);
      expect((await store.listActivity({ action: 'registrar_etapa', limit: 1 })).items[0]).toMatchObject({
        operator: 'cli:ana',
        target: 'lead:1',
        detail: 'conversao:2',
      });
      expect(await enqueue(store)).toBe(2);
    });

    test('changes nothing when the key is there already', async (store) => {
      await convert(store, 'a');
      await convert(store, 'n', {});
      await store.addStage(STAGE, operator());
      expect(await store.addStage({ ...STAGE, value: 1 }, operator(T0 + 9))).toEqual({ conversionIds: ['3'], isNew: false });
      expect(await store.addStage({ ...STAGE, key: 'a' }, operator())).toEqual({ conversionIds: ['1'], isNew: false });
      expect((await store.listConversions({ limit: 1 })).items).toMatchObject([{ id: '3', value: 99.5 }]);
      expect((await store.listActivity({ limit: 10, action: 'registrar_etapa' })).items).toHaveLength(1);
      const other = await store.addStage({ ...STAGE, leadId: '2' }, operator());
      expect(other.isNew).toBe(true);
      expect(await store.addStage({ ...STAGE, leadId: '2' }, operator())).toEqual({ ...other, isNew: false });
      expect((await store.listConversions({ limit: 1 })).items).toMatchObject([{ platform: null, clickId: null }]);
    });

    test('refuses a lead that does not exist, a test lead, and the lead of an erased person', async (store) => {
      const test = leadFields({ isTest: true });
      await processEvent(store, 'test', leadIntent('test', { fields: test, conversion: newConversion() }));
      await expect(store.addStage(STAGE, operator())).rejects.toMatchObject({ code: 'conflict' });
      await expect(store.addStage({ ...STAGE, leadId: '99' }, operator())).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.addStage({ ...STAGE, leadId: 'x' }, operator())).rejects.toMatchObject({ code: 'not_found' });
      await processEvent(store, 'a', leadIntent('a'));
      await store.erasePerson({ emails: [], phones: [], clickIds: [], leadIds: ['2'], clientId: null }, 'ticket', operator(), () => T0);
      await expect(store.addStage({ ...STAGE, leadId: '2' }, operator())).rejects.toMatchObject({ code: 'conflict' });
      expect((await store.listConversions({ limit: 10 })).items).toEqual([]);
      expect((await store.listActivity({ action: 'registrar_etapa', limit: 1 })).items).toEqual([]);
    });
  });

  describe('changeStage', () => {
    const why = { reason: 'typed without the comma' } as const;
    const withdraw = (conversionId: string): StageChange => ({ kind: 'withdraw', conversionId, ...why });
    const correct = (conversionId: string): StageChange => ({ kind: 'correct', conversionId, value: 12.5, ...why });
    const listedFirst = async (store: Store) => (await store.listConversions({ limit: 1 })).items[0];

    /** A lead of the platform with a stage, claimed for sending. */
    async function claimedStage(store: Store, fields: Parameters<typeof convert>[2] = { searchClickId: 'g' }) {
      await convert(store, 'a', fields);
      await store.addStage(STAGE, operator());
      await enqueue(store, 'search_ads');
      await enqueue(store, 'social_ads');
      const jobs = await claim(store, { queue: 'conversoes' });
      const job = jobs.find(({ conversionId }) => conversionId === '2');
      if (job === undefined) throw new Error('the stage was not claimed');
      return job;
    }

    test('corrects what was not sent, and keeps who, when, why and what was there before', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      expect(await store.changeStage(correct('2'), operator(T0 + 9))).toMatchObject([{ reach: 'not_sent' }]);
      expect(await listedFirst(store)).toMatchObject({
        id: '2',
        state: 'pendente',
        value: 12.5,
        happenedAt: T0 - 1_000,
        corrections: [
          { kind: 'correct', at: T0 + 9, operator: 'cli:ana', reach: 'not_sent', before: { value: 99.5, happenedAt: T0 - 1_000 }, ...why },
        ],
      });
      expect((await store.listActivity({ action: 'corrigir_etapa', limit: 1 })).items[0]).toMatchObject({
        target: 'conversao:2 lead:1',
        detail: why.reason,
      });
      await enqueue(store);
      expect((await store.conversionsToSend(['2']))[0]).toMatchObject({ value: 12.5 });
    });

    test('withdraws what waits: no job sends it, no export has it, and it can be registered again', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      expect(await enqueue(store)).toBe(2);
      expect(await store.changeStage(withdraw('2'), operator())).toMatchObject([{ reach: 'not_sent' }]);
      expect(await listedFirst(store)).toMatchObject({ id: '2', state: 'retirada' });
      expect((await claim(store, { queue: 'conversoes' })).map(({ conversionId }) => conversionId)).toEqual(['1']);
      expect((await store.exportConversions({ since: T0, after: null, limit: 10 })).map(({ id }) => id)).toEqual(['1']);
      await expect(store.changeStage(correct('2'), operator())).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.addStage({ ...STAGE, value: 7 }, operator())).toEqual({ conversionIds: ['2'], isNew: true });
      expect(await listedFirst(store)).toMatchObject({
        state: 'pendente',
        value: 7,
        corrections: [{ kind: 'withdraw' }, { kind: 'register' }],
      });
      expect((await claim(store, { queue: 'conversoes' })).map(({ conversionId }) => conversionId)).toEqual(['2']);
    });

    test('a stage registered again takes name, value, currency and time of the new one, and the wrong name is kept', async (store) => {
      await convert(store, 'a');
      await store.addStage({ ...STAGE, name: 'gahno' }, operator());
      await store.changeStage(withdraw('2'), operator());
      const right = { ...STAGE, name: 'sale', value: 700, currency: 'EUR', happenedAt: T0 - 2_000 };
      expect(await store.addStage(right, operator(T0 + 9))).toEqual({ conversionIds: ['2'], isNew: true });
      expect(await listedFirst(store)).toMatchObject({
        id: '2',
        name: 'sale',
        value: 700,
        currency: 'EUR',
        happenedAt: T0 - 2_000,
        corrections: [{}, { kind: 'register', before: { name: 'gahno' } }],
      });
      const exported = await store.exportConversions({ since: T0 - DAY, after: '1', limit: 10 });
      expect(exported).toMatchObject([{ id: '2', name: 'sale', value: 700, currency: 'EUR', happenedAt: T0 - 2_000 }]);
      expect((await store.conversionsToSend(['2']))[0]).toMatchObject({ name: 'sale', value: 700 });
    });

    test('a withdrawn stage that is registered again has no job while nobody sends to its platform', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      await store.changeStage(withdraw('2'), operator());
      await store.addStage({ ...STAGE, value: 7 }, operator());
      expect(await listedFirst(store)).toMatchObject({ state: 'pendente', value: 7 });
      expect(await claim(store, { queue: 'conversoes' })).toEqual([]);
      expect(await enqueue(store)).toBe(2);
    });

    test('leaves one alone that a worker is sending, or that the platform is still processing', async (store) => {
      const job = await claimedStage(store);
      for (const change of [withdraw('2'), correct('2')]) {
        await expect(store.changeStage(change, operator())).rejects.toMatchObject({ code: 'conflict' });
      }
      await finish(store, job, { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 + 60_000 });
      await expect(store.changeStage(withdraw('2'), operator())).rejects.toMatchObject({ code: 'conflict' });
      expect(await listedFirst(store)).toMatchObject({ state: 'pendente', value: 99.5, corrections: [] });
    });

    test('search ads get a new value of a sent one as an adjustment, under the same key; nothing is taken back there', async (store) => {
      const job = await claimedStage(store);
      await finish(store, job, { kind: 'sent', requestId: null });
      expect(await store.changeStage(correct('2'), operator())).toMatchObject([{ reach: 'restated' }]);
      expect(await listedFirst(store)).toMatchObject({ state: 'pendente', value: 12.5 });
      const [again] = await claim(store, { queue: 'conversoes' });
      expect(again?.conversionId).toBe('2');
      if (again !== undefined) await finish(store, again, { kind: 'sent', requestId: null });
      expect(await store.changeStage(withdraw('2'), operator())).toMatchObject([{ reach: 'beyond_reach' }]);
      expect(await listedFirst(store)).toMatchObject({
        state: 'retirada',
        corrections: [{ reach: 'restated' }, { reach: 'beyond_reach', platformKey: expect.stringMatching(/^lead-[0-9a-f]{32}$/) }],
      });
      expect(await claim(store, { queue: 'conversoes' })).toEqual([]);
    });

    test('search ads keep a sent one whose correction is given up, and the correction can be sent again', async (store) => {
      await finish(store, await claimedStage(store), { kind: 'sent', requestId: null });
      await store.changeStage(correct('2'), operator());
      const end = async (kind: 'failed' | 'parked') => {
        const [job] = await claim(store, { queue: 'conversoes' });
        if (job !== undefined) await finish(store, job, { kind, fault: FAULT });
      };
      await end('failed');
      const kept = { state: 'enviada', value: 12.5, sentAt: T0 };
      expect(await listedFirst(store)).toMatchObject({ ...kept, fault: FAULT });
      expect(await store.retry({ queue: 'conversoes' }, operator())).toEqual(['c2']);
      await end('failed');
      expect(await store.retryConversions(['2'], operator())).toEqual(['2']);
      await end('parked');
      expect(await store.forget({ ids: ['c2'] }, operator())).toEqual(['c2']);
      expect(await listedFirst(store)).toMatchObject({ ...kept, fault: { code: 'forgotten' } });
      expect(await store.retryConversions(['1', '2'], operator())).toEqual(['2']);
    });

    test('social ads keep what they were sent', async (store) => {
      const job = await claimedStage(store, { fbc: 'f' });
      await finish(store, job, { kind: 'sent', requestId: null });
      expect(await store.changeStage(correct('2'), operator())).toMatchObject([{ reach: 'beyond_reach' }]);
      expect(await listedFirst(store)).toMatchObject({ state: 'enviada', value: 12.5 });
      expect(await claim(store, { queue: 'conversoes' })).toEqual([]);
    });

    test('of an event changes only after a platform has refused it: sent again, the event would not', async (store) => {
      await convert(store, 'a', { searchClickId: 'g' });
      await enqueue(store, 'search_ads');
      await expect(store.changeStage(correct('1'), operator())).rejects.toMatchObject({ code: 'conflict' });
      const [job] = await claim(store, { queue: 'conversoes' });
      if (job !== undefined) await finish(store, job, { kind: 'failed', fault: FAULT });
      expect(await store.changeStage(correct('1'), operator())).toMatchObject([{ reach: 'not_sent' }]);
      expect(await listedFirst(store)).toMatchObject({ id: '1', value: 12.5, corrections: [{ reach: 'not_sent' }] });
    });

    const tell = (store: Store, fields: Parameters<typeof leadFields>[0]) => {
      const conversion = newConversion({ name: 'sale', key: STAGE.key, value: 500, happenedAt: T0 - 5 });
      return processEvent(store, 'event-real', leadIntent('lead-a', { fields: leadFields(fields), conversion }));
    };

    test('a withdrawn stage counts no more for its lead', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      expect((await store.findLead('1'))?.lead.conversions).toBe(2);
      await store.changeStage(withdraw('2'), operator());
      expect((await store.listLeads({ limit: 1 })).items[0]?.conversions).toBe(1);
      expect((await store.findLead('1'))?.lead.conversions).toBe(1);
    });

    test('an event that tells of a withdrawn stage makes it count again, with what the event says', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      await enqueue(store);
      await store.changeStage(withdraw('2'), operator());
      await tell(store, { searchClickId: 'g' });
      expect(await listedFirst(store)).toMatchObject({
        id: '2',
        eventId: '2',
        name: 'sale',
        value: 500,
        happenedAt: T0 - 5,
        state: 'pendente',
        registeredBy: null,
        corrections: [{ kind: 'withdraw' }, { kind: 'register', operator: 'evento:2', reach: 'not_sent', before: { value: 99.5 } }],
      });
      expect((await claim(store, { queue: 'conversoes' })).map(({ conversionId }) => conversionId)).toEqual(['1', '2']);
      await expect(store.changeStage(withdraw('2'), operator())).rejects.toMatchObject({ code: 'conflict' });
    });

    test('search ads that have the withdrawn stage get what the event says as an adjustment', async (store) => {
      const job = await claimedStage(store);
      await finish(store, job, { kind: 'sent', requestId: null });
      await store.changeStage(withdraw('2'), operator());
      await tell(store, { searchClickId: 'g' });
      expect(await listedFirst(store)).toMatchObject({ state: 'pendente', value: 500, corrections: [{}, { reach: 'restated' }] });
      expect((await claim(store, { queue: 'conversoes' })).map(({ conversionId }) => conversionId)).toEqual(['2']);
    });

    test('social ads that have the withdrawn stage are not told of it again by an event', async (store) => {
      const job = await claimedStage(store, { fbc: 'f' });
      await finish(store, job, { kind: 'sent', requestId: null });
      await store.changeStage(withdraw('2'), operator());
      await tell(store, { fbc: 'f' });
      expect(await listedFirst(store)).toMatchObject({ state: 'enviada', value: 500, corrections: [{}, { reach: 'beyond_reach' }] });
    });

    for (const [way, again] of [
      ['by hand', (store: Store) => store.addStage({ ...STAGE, value: 500 }, operator())],
      ['by an event', (store: Store) => tell(store, { fbc: 'f' })],
    ] as const) {
      test(`one that social ads may have waits when it is registered again ${way}, and since when they may is kept`, async (store) => {
        const job = await claimedStage(store, { fbc: 'f' });
        const unanswered = { kind: 'retry', fault: FAULT, availableAt: T0 + DAY, spendsAttempt: true, uncertain: true } as const;
        await finish(store, job, unanswered);
        expect(await store.changeStage(withdraw('2'), operator())).toMatchObject([{ reach: 'beyond_reach' }]);
        await again(store);
        expect(await listedFirst(store)).toMatchObject({ state: 'pendente', value: 500, corrections: [{}, { reach: 'not_sent' }] });
        expect((await store.conversionsToSend(['2']))[0]).toMatchObject({ uncertainSince: T0 });
        expect((await claim(store, { queue: 'conversoes' })).map(({ conversionId }) => conversionId)).toEqual(['2']);
      });
    }

    test('an event whose refused stage was registered again under another name changes nothing of it', async (store) => {
      await convert(store, 'a', { searchClickId: 'g' });
      await enqueue(store);
      await finish(store, await claimOne(store, { queue: 'conversoes' }), { kind: 'failed', fault: FAULT });
      await store.changeStage(withdraw('1'), operator());
      await store.addStage({ ...STAGE, key: 'a', name: 'sale' }, operator());
      await processEvent(store, 'resent', leadIntent('lead-a', { conversion: newConversion({ key: 'a' }) }));
      expect((await store.listConversions({ limit: 10 })).items).toMatchObject([{ id: '1', name: 'sale', registeredBy: 'cli:ana' }]);
    });

    test('an event whose conversion is not withdrawn changes nothing of it', async (store) => {
      await convert(store, 'a');
      await store.addStage(STAGE, operator());
      await tell(store, { searchClickId: 'g' });
      expect(await listedFirst(store)).toMatchObject({ id: '2', value: 99.5, registeredBy: 'cli:ana', corrections: [] });
    });

    test('refuses what an event registered, and what is not there', async (store) => {
      await convert(store, 'a');
      await expect(store.changeStage(withdraw('1'), operator())).rejects.toMatchObject({ code: 'conflict' });
      await expect(store.changeStage(withdraw('99'), operator())).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.changeStage(withdraw('x'), operator())).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('exportConversions', () => {
    test('tells those of search ads with a gclid, whether sent or not, by id', async (store) => {
      await convert(store, 'a');
      await convert(store, 'b', { gbraid: 'b' });
      await convert(store, 'c', { fbc: 'f' });
      await convert(store, 'd', {});
      await convert(store, 'e', { searchClickId: 'g2', gbraid: 'b', consents: { ads: true } });
      await convert(store, 'refused');
      await enqueue(store, 'search_ads');
      const jobs = await claim(store, { queue: 'conversoes' });
      for (const job of jobs) {
        if (job.conversionId === '1') await finish(store, job, { kind: 'sent', requestId: null });
        if (job.conversionId === '6')
          await finish(store, job, { kind: 'failed', fault: { code: 'consent_denied', params: inWords('No.') } });
      }
      expect(await store.exportConversions({ since: T0, after: null, limit: 10 })).toEqual([
        {
          id: '1',
          clickId: 'g',
          name: 'venda',
          key: 'a',
          leadId: '1',
          clientId: '1',
          value: 10.5,
          currency: 'BRL',
          happenedAt: T0,
          consents: [],
        },
        {
          id: '5',
          clickId: 'g2',
          name: 'venda',
          key: 'e',
          leadId: '5',
          clientId: '1',
          value: 10.5,
          currency: 'BRL',
          happenedAt: T0,
          consents: [{ purpose: 'ads', act: 'concedido', at: null, since: T0, source: '5' }],
        },
      ]);
      expect(await exported(store, { limit: 1 })).toEqual(['a']);
      expect(await exported(store, { after: '1' })).toEqual(['e']);
      expect(await exported(store, { after: '5' })).toEqual([]);
      expect(await exported(store, { since: T0 + 1 })).toEqual([]);
    });

    test('compares when a conversion happened, not when it was registered', async (store) => {
      const at = async (key: string, happenedAt: number, registeredAt: number): Promise<void> => {
        const conversion = newConversion({ key, happenedAt });
        await processEvent(store, key, leadIntent(key, { fields: leadFields({ searchClickId: 'g' }), conversion }), registeredAt);
      };
      await at('long-ago', T0 - 5 * DAY, T0 - 4 * DAY);
      await at('told-late', T0 - 5 * DAY, T0);
      await at('ahead', T0 + DAY, T0);
      await at('now', T0, T0);
      expect(await exported(store, { since: T0 - DAY })).toEqual(['ahead', 'now']);
      expect(await exported(store, { since: T0 + DAY })).toEqual(['ahead']);
      expect(await exported(store, { since: T0 - 9 * DAY })).toEqual(['long-ago', 'told-late', 'ahead', 'now']);
    });
  });
}
