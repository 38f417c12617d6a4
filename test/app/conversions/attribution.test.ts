import { describe, expect, test } from 'vitest';
import { DEFAULT_ATTRIBUTION } from '../../../src/domain/attribution.ts';
import type { LeadFields } from '../../../src/domain/lead.ts';
import type { ProcessableEvent } from '../../../src/processing/event-reading.ts';
import { prepareEvent } from '../../../src/processing/process-event.ts';
import { processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../../support/factories.ts';
import { english } from '../../support/saying.ts';
import { ADVERTISER, ConversionsUnderTest } from './conversions-under-test.ts';

const HOUR = 3_600_000;
const PAGE = { page_url: 'https://cliente.example/oferta', user_agent: 'Mozilla/5.0' };

/** A lead of the website form with contact data, one hour before its first conversion. */
async function submit(under: ConversionsUnderTest, fields: Partial<LeadFields>): Promise<void> {
  const contact = { email: 'ana@example.com', emailNormalized: 'ana@example.com', extras: PAGE, submittedAt: under.now };
  await processEvent(
    under.store,
    'lead',
    leadIntent('ana', { fields: leadFields({ ...contact, ...fields }), clickedBy: under.now }),
    under.now,
  );
  under.now += HOUR;
}

/** A sale of that lead, with these click ids. */
async function sell(under: ConversionsUnderTest, fields: Partial<LeadFields>, event = 'sale'): Promise<void> {
  const conversion = newConversion({ name: 'sale', key: 'pedido-1', happenedAt: under.now });
  const match = { byContact: true };
  await processEvent(
    under.store,
    event,
    leadIntent('ana', { match, fields: leadFields(fields), conversion, clickedBy: under.now }),
    under.now,
  );
}

/** What the platforms counted: the click id each of them received. */
function counted({ search, social }: ConversionsUnderTest): readonly unknown[] {
  const google = search.conversions.accepted.map(({ event }) => event['adIdentifiers']);
  const meta = social.conversions.accepted.map(({ event }) => (event['user_data'] as { fbc?: string }).fbc);
  return [...google, ...meta];
}

async function stages({ store }: ConversionsUnderTest): Promise<readonly string[]> {
  const { items } = await store.listConversions({ limit: 10 });
  return items.map(({ platform, state, value }) => [platform, state, value].join(' ')).toSorted();
}

describe('a sale with a click id of its own is reported by that click', () => {
  test.each(['gclid', 'gbraid', 'wbraid'] as const)('of Google Ads: %s', async (kind) => {
    await using under = await ConversionsUnderTest.create();
    under.search.directory.addClick({ id: 'click-A', advertiserId: ADVERTISER, clickedAt: T0 - HOUR });
    under.search.directory.addClick({ id: 'click-B', kind, advertiserId: ADVERTISER, clickedAt: T0 });
    await submit(under, { searchClickId: 'click-A' });
    await sell(under, kind === 'gclid' ? { searchClickId: 'click-B' } : { [kind]: 'click-B' });
    await under.send();
    expect(counted(under)).toEqual([{ [kind]: 'click-B' }]);
    expect((await under.store.leadsById(['1']))[0]).toMatchObject({ searchClickId: 'click-A' });
    expect(await under.store.exportConversions({ since: T0, after: null, limit: 9 })).toMatchObject(
      kind === 'gclid' ? [{ clickId: 'click-B' }] : [],
    );
  });

  test('of Meta, though the lead has the cookie of another', async () => {
    await using under = await ConversionsUnderTest.create();
    await submit(under, { socialClickId: 'click-F', fbc: `fb.1.${T0 - HOUR}.click-F` });
    await sell(under, { socialClickId: 'click-G' });
    await under.send();
    expect(counted(under)).toEqual([`fb.1.${T0 + HOUR}.click-G`]);
  });
});

describe('the cookie of an older click of a lead is not told to Meta', () => {
  const OLDER = `fb.1.${T0 - HOUR}.click-F`;

  test('for a sale that brings its own click to the lead', async () => {
    await using under = await ConversionsUnderTest.create();
    await submit(under, { socialClickId: 'click-F', fbc: OLDER });
    const conversion = newConversion({ name: 'sale', key: 'pedido-1', happenedAt: under.now });
    const sale = { match: { byContact: true }, onMatch: 'merge', fields: leadFields({ socialClickId: 'click-G' }), conversion } as const;
    await processEvent(under.store, 'sale', leadIntent('ana', { ...sale, clickedBy: under.now }), under.now);
    await under.send();
    expect(counted(under)).toEqual([`fb.1.${T0 + HOUR}.click-G`]);
  });

  test('for a sale whose click the lead knows beside an older cookie', async () => {
    await using under = await ConversionsUnderTest.create();
    await submit(under, { socialClickId: 'click-G', fbc: OLDER });
    await sell(under, { socialClickId: 'click-G' });
    await under.send();
    expect(counted(under)).toEqual([`fb.1.${T0}.click-G`]);
  });

  test('for a stage of a lead that came back by another click', async () => {
    await using under = await ConversionsUnderTest.create();
    await submit(under, { socialClickId: 'click-F', fbc: OLDER });
    const update = { match: { byContact: true }, onMatch: 'merge', fields: leadFields({ socialClickId: 'click-G' }) } as const;
    await processEvent(under.store, 'update', leadIntent('ana', { ...update, clickedBy: under.now }), under.now);
    const stage = { ...newConversion({ name: 'sale', key: 'sale', happenedAt: under.now }), leadId: '1' };
    await under.store.addStage(stage, operator());
    await under.send();
    expect(counted(under)).toEqual([`fb.1.${T0 + HOUR}.click-G`]);
  });

  test('and the cookie of the same click is told as it is', async () => {
    await using under = await ConversionsUnderTest.create();
    await submit(under, { socialClickId: 'click-F', fbc: OLDER });
    await sell(under, { socialClickId: 'click-F' });
    await under.send();
    expect(counted(under)).toEqual([OLDER]);
  });
});

describe('a lead with click ids of both platforms', () => {
  const BOTH = { searchClickId: 'click-A', socialClickId: 'click-F' };

  async function begin(attribution: 'every' | 'last'): Promise<ConversionsUnderTest> {
    const under = await ConversionsUnderTest.create({ ...DEFAULT_ATTRIBUTION, attribution });
    under.search.directory.addClick({ id: 'click-A', advertiserId: ADVERTISER, clickedAt: T0 - HOUR });
    return under;
  }

  test('is reported to both, and a sale that is told again to neither', async () => {
    await using under = await begin('every');
    await submit(under, BOTH);
    await sell(under, {});
    await under.send();
    await sell(under, {}, 'sale-again');
    await under.send(HOUR);
    expect(counted(under)).toEqual([{ gclid: 'click-A' }, `fb.1.${T0}.click-F`]);
    expect(under.social.conversions.duplicates).toEqual([]);
    expect((await under.store.leadsById(['1']))[0]?.conversions).toBe(1);
  });

  test('and of the last click only, to its platform', async () => {
    await using under = await begin('last');
    await submit(under, { searchClickId: 'click-A' });
    const update = { match: { byContact: true }, onMatch: 'merge' } as const;
    await processEvent(
      under.store,
      'update',
      leadIntent('ana', { ...update, fields: leadFields({ socialClickId: 'click-F' }), clickedBy: under.now }),
      under.now,
    );
    await sell(under, {});
    await under.send();
    expect(counted(under)).toEqual([`fb.1.${T0 + HOUR}.click-F`]);
  });

  test('has its sale reported to both when the click ids come after it', async () => {
    await using under = await begin('every');
    await submit(under, {});
    await sell(under, {});
    expect(await stages(under)).toEqual([' sem_destino 10.5']);
    const update = { match: { byContact: true }, onMatch: 'merge' } as const;
    await processEvent(under.store, 'update', leadIntent('ana', { ...update, fields: leadFields(BOTH), clickedBy: under.now }), under.now);
    await under.send();
    expect(counted(under)).toEqual([{ gclid: 'click-A' }, `fb.1.${T0 + HOUR}.click-F`]);
  });

  test('has a stage that a person registers, corrects and withdraws at both', async () => {
    await using under = await begin('every');
    await submit(under, BOTH);
    const stage = { ...newConversion({ name: 'sale', key: 'sale', value: 10, happenedAt: under.now }), leadId: '1' };
    const { conversionIds } = await under.store.addStage(stage, operator());
    expect(conversionIds).toHaveLength(2);
    expect(await under.store.addStage(stage, operator())).toEqual({ conversionIds, isNew: false });

    const [, second = ''] = conversionIds;
    const corrected = await under.store.changeStage({ kind: 'correct', conversionId: second, value: 20, reason: 'typo' }, operator());
    expect(corrected.map(({ platform, reach }) => [platform, reach])).toEqual([
      ['social_ads', 'not_sent'],
      ['search_ads', 'not_sent'],
    ]);
    expect(await stages(under)).toEqual(['search_ads pendente 20', 'social_ads pendente 20']);

    await under.store.changeStage({ kind: 'withdraw', conversionId: second, reason: 'typo' }, operator());
    await under.send();
    expect(counted(under)).toEqual([]);
    expect(await stages(under)).toEqual(['search_ads retirada 20', 'social_ads retirada 20']);
    expect((await under.store.leadsById(['1']))[0]?.conversions).toBe(0);

    expect(await under.store.addStage({ ...stage, value: 30 }, operator())).toEqual({ conversionIds, isNew: true });
    await under.send();
    expect(counted(under)).toHaveLength(2);
  });
});

test('a lead of a landing page that tells no page and browser is not sent to Meta as something else, and is sent once they are known', async () => {
  await using under = await ConversionsUnderTest.create();
  await submit(under, { socialClickId: 'click-F', extras: {} });
  await sell(under, {});
  await under.send();
  expect(await under.states(['1'])).toEqual(['rejeitada conversion_visit_unknown']);
  const update = { match: { byContact: true }, onMatch: 'merge' } as const;
  await processEvent(under.store, 'update', leadIntent('ana', { ...update, fields: leadFields({ extras: PAGE }) }), under.now);
  await under.store.retryConversions(['1'], operator());
  await under.send();
  expect(under.social.conversions.accepted.map(({ event }) => event['action_source'])).toEqual(['website']);
});

test('a lead of a form without a click id goes to Google Ads by its hashed contact, where the client and the account want that', async () => {
  for (const [enhancedLeads, expected] of [
    [[], 0],
    [['1'], 1],
  ] as const) {
    await using under = await ConversionsUnderTest.create({ ...DEFAULT_ATTRIBUTION, enhancedLeads });
    const advertiser = under.search.directory.advertisers.get(ADVERTISER);
    if (advertiser !== undefined) advertiser.takesLeadsWithoutClick = true;
    await submit(under, {});
    await sell(under, {});
    await under.send();
    expect(under.search.conversions.accepted).toHaveLength(expected);
    for (const { event } of under.search.conversions.accepted) {
      expect(event).not.toHaveProperty('adIdentifiers');
      expect(event['userData']).toMatchObject({ userIdentifiers: [{ emailAddress: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
    }
  }
});

describe('a new lead of an instant form', () => {
  async function arrive(under: ConversionsUnderTest, submittedAt: number, waitedMs = 0): Promise<string> {
    const { id, person } = under.social.directory.seedLead({ formId: '200', createdAt: submittedAt });
    const field_data = [{ name: 'email', values: [person.email] }];
    const value = { leadgen_id: id, page_id: '100', form_id: '200', created_time: submittedAt / 1_000, field_data };
    const body = Buffer.from(JSON.stringify({ object: 'page', entry: [{ id: '100', changes: [{ field: 'leadgen', value }] }] }));
    const event: ProcessableEvent = {
      eventId: '1',
      origin: 'social_ads',
      eventType: 'leadgen',
      identity: id,
      body,
      receivedAt: under.now - waitedMs,
      refusedAt: null,
      limitedTo: null,
    };
    const prepared = prepareEvent(event, { eventTypes: new Map() });
    if (prepared.kind !== 'routed') throw new Error(`expected a lead, got ${prepared.kind}`);
    const outcome = prepared.conclude({ clientId: '1', userId: null, campaignId: null });
    if (outcome.kind !== 'lead') throw new Error(`expected a lead, got ${outcome.kind}`);
    await processEvent(under.store, id, outcome.intent, under.now);
    return id;
  }

  test.each([
    ['is told to Meta as the first stage, once', 'lead', HOUR, 0, ['lead', 'sale']],
    ['is not told without a name for it', null, HOUR, 0, ['sale']],
    ['is not told when Meta would not take it any more', 'lead', 8 * 24 * HOUR, 0, ['sale']],
    ['is not told when its event waited until Meta would not take it any more', 'lead', 8 * 24 * HOUR, 7.5 * 24 * HOUR, ['sale']],
  ] as const)('%s', async (_name, initialStage, agoMs, waitedMs, expected) => {
    await using under = await ConversionsUnderTest.create({ ...DEFAULT_ATTRIBUTION, initialStage });
    const id = await arrive(under, T0 - agoMs, waitedMs);
    expect((await under.store.listConversions({ limit: 10 })).items).toHaveLength(expected.length - 1);
    await under.store.addStage({ ...newConversion({ name: 'sale', key: 'sale', happenedAt: under.now }), leadId: '1' }, operator());
    await under.send();
    expect(under.social.conversions.accepted.map(({ eventName }) => eventName).toSorted()).toEqual(expected);
    expect(under.social.conversions.accepted.map(({ leadId }) => leadId)).toEqual(expected.map(() => id));
    expect((await under.store.leadsById(['1']))[0]?.conversions).toBe(1);
  });

  test('whose stage waits too long for its account is not sent, and says that nothing is to be done', async () => {
    await using under = await ConversionsUnderTest.create({ ...DEFAULT_ATTRIBUTION, initialStage: 'lead' });
    await arrive(under, T0 - HOUR);
    under.now += 7 * 24 * HOUR;
    await under.send();
    expect(await under.states(['1'])).toEqual(['rejeitada conversion_too_old']);
    expect(english((await under.conversion('1')).fault?.params)).toMatch(
      /^The lead was submitted .* Later stages are still sent\. No action needed/,
    );
    expect(under.socialRequests()).toEqual([]);
  });
});
