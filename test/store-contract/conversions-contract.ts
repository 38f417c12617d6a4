import { describe, expect } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';
import type { ConversionQuery } from '../../src/domain/report-ports.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { addCampaign, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

/** The keys of the conversions that a query returns. */
async function keys(store: Store, query: Partial<ConversionQuery> = {}): Promise<string[]> {
  return (await store.listConversions({ limit: 100, ...query })).items.map((conversion) => conversion.key);
}

/**
 * Six conversions, a second apart: `s1`, `s2` of Google Ads and `f3` of Meta for client 1, `n4` of no platform, `o5` of client 2, and `s6`,
 * a second one of the first lead.
 */
async function fill(store: Store): Promise<void> {
  await addCampaign(store);
  await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
  const click = leadFields({ searchClickId: 'g' });
  const rows = [
    ['s1', 'a', { campaignId: '42', fields: click }, 'venda'],
    ['s2', 'b', { fields: click }, 'venda'],
    ['f3', 'c', { fields: leadFields({ fbc: 'f' }) }, 'lead'],
    ['n4', 'd', {}, 'venda'],
    ['o5', 'e', { clientId: '2', fields: click }, 'venda'],
    ['s6', 'a', {}, 'visita'],
  ] as const;
  for (const [index, [key, lead, overrides, name]] of rows.entries()) {
    const intent = leadIntent(lead, { ...overrides, conversion: newConversion({ key, name }) });
    await processEvent(store, `event-${key}`, intent, T0 + (index + 1) * 1_000);
  }
}

export function conversionsContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await fill(underTest.store);
    return underTest;
  });

  describe('the conversions of a lead', () => {
    const at = async (store: Store, leadId: string) =>
      (await store.listConversions({ limit: 100, leadId })).items.toReversed().map(({ key, happenedAt }) => [key, happenedAt - T0]);
    const sale = async (store: Store, key: string, happenedAt = T0, event = `event-${key}`) =>
      await processEvent(store, event, leadIntent('b', { conversion: newConversion({ key, happenedAt }) }));

    test('never share a second, by which Google Ads recognizes them: another is a second later, or earlier if that is in the future', async (store) => {
      await sale(store, 'o1');
      await sale(store, 'o2');
      await sale(store, 'o2', T0, 'again');
      await sale(store, 'o3', T0 - 999);
      const inTime = leadIntent('b', { conversion: newConversion({ key: 'o4' }) });
      await processEvent(store, 'event-o4', inTime, T0 + 60_000);
      expect(await at(store, '2')).toEqual([
        ['s2', 0],
        ['o1', -1_000],
        ['o2', -2_000],
        ['o3', -2_999],
        ['o4', 1_000],
      ]);
    });

    test('never share a second if they are recorded or corrected by hand: a day begins later, and nothing is in the future', async (store) => {
      const stage = (key: string, happenedAt: number, now: number) =>
        store.addStage({ ...newConversion({ key, happenedAt }), leadId: '2' }, operator(now));
      await stage('m1', T0, T0 + 60_000);
      await stage('m2', T0, T0 + 60_000);
      await stage('m3', T0, T0 + 2_999);
      expect(await at(store, '2')).toEqual([
        ['s2', 0],
        ['m1', 1_000],
        ['m2', 2_000],
        ['m3', -1_000],
      ]);
      const { conversionIds } = await stage('m4', T0 - 86_400_000, T0 + 60_000);
      const change = { kind: 'correct', conversionId: conversionIds[0] ?? '', reason: 'typed' } as const;
      await store.changeStage({ ...change, happenedAt: T0 }, operator(T0 + 60_000));
      expect((await at(store, '2')).at(-1)).toEqual(['m4', 3_000]);
      await store.changeStage({ ...change, value: 7 }, operator(T0 + 60_000));
      await store.changeStage({ ...change, kind: 'withdraw' }, operator());
      await stage('m4', T0, T0 + 60_000);
      expect((await at(store, '2')).at(-1)).toEqual(['m4', 3_000]);
    });
  });

  describe('listConversions', () => {
    test('tells whom a conversion belongs to', async (store) => {
      const { items } = await store.listConversions({ limit: 5, leadId: '1', until: T0 + 1_001 });
      expect(items).toEqual([
        {
          ...newConversion({ key: 's1' }),
          id: '1',
          leadId: '1',
          eventId: '1',
          platform: 'search_ads',
          clickId: 'g',
          clickKind: 'gclid',
          state: 'pendente',
          createdAt: T0 + 1_000,
          sentAt: null,
          fault: null,
          requestId: null,
          registeredBy: null,
          corrections: [],
          origin: 'formulario_proprio',
          clientId: '1',
          clientName: 'Agência Um',
          campaignId: '42',
          campaignName: 'Verão',
        },
      ]);
      expect((await store.listConversions({ limit: 1, clientId: '2' })).items).toMatchObject([
        { key: 'o5', clientName: 'Agência Dois', campaignId: null, campaignName: null },
      ]);
    });

    test('is newest first, and cursors lead through all of them once, whatever is asked for', async (store) => {
      const all = ['s6', 'o5', 'n4', 'f3', 's2', 's1'];
      const search = ['s6', 'o5', 's2', 's1'];
      for (const [query, expected] of [
        [{}, all],
        [{ state: 'pendente' }, all.filter((key) => key !== 'n4')],
        [{ platform: 'search_ads' }, search],
        [{ state: 'pendente', platform: 'search_ads' }, search],
        [{ clientId: '1' }, ['s6', 'n4', 'f3', 's2', 's1']],
        [{ leadId: '1' }, ['s6', 's1']],
        [{ since: T0 + 2_000, until: T0 + 5_000 }, ['n4', 'f3', 's2']],
      ] as const) {
        const seen: string[] = [];
        let before: string | null | undefined;
        for (; before !== null && seen.length <= all.length; ) {
          const page = await store.listConversions({ limit: 2, ...query, ...(before === undefined ? {} : { before }) });
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...page.items.map((conversion) => conversion.key));
          before = page.nextCursor;
        }
        expect({ query, seen }).toEqual({ query, seen: expected });
      }
    });

    test('takes every filter, alone and together', async (store) => {
      expect(await keys(store, { state: 'enviada' })).toEqual([]);
      expect(await keys(store, { platform: 'social_ads' })).toEqual(['f3']);
      expect(await keys(store, { state: 'rejeitada', platform: 'social_ads' })).toEqual([]);
      expect(await keys(store, { clientId: '1', platform: 'search_ads' })).toEqual(['s6', 's2', 's1']);
      expect(await keys(store, { clientId: '2', leadId: '1' })).toEqual([]);
      expect(await keys(store, { clientId: '3' })).toEqual([]);
      expect(await keys(store, { clientId: 'nobody' })).toEqual([]);
      expect(await keys(store, { state: 'sem_destino', since: T0 + 4_000, before: '5' })).toEqual(['n4']);
      expect(await keys(store, { platform: 'search_ads', until: T0 + 2_001 })).toEqual(['s2', 's1']);
      expect(await keys(store, { since: T0 + 6_000 })).toEqual(['s6']);
      expect(await keys(store, { since: T0 + 6_001 })).toEqual([]);
      expect(await keys(store, { until: T0 - 9_999_999 })).toEqual([]);
    });

    test('finds by time what was registered while the clock was wrong by less than an hour', async (store) => {
      for (const [index, minutes] of [120, 70, 125, 68, 180].entries()) {
        const intent = leadIntent('a', { conversion: newConversion({ key: `t${minutes}` }) });
        await processEvent(store, `late-${index}`, intent, T0 + minutes * 60_000);
      }
      expect(await keys(store, { since: T0 + 100 * 60_000 })).toEqual(['t180', 't125', 't120']);
      expect(await keys(store, { since: T0 + 60_000, until: T0 + 100 * 60_000 })).toEqual(['t68', 't70']);
    });
  });
}
