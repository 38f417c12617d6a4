import { describe, expect } from 'vitest';
import type { LeadFields } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { Page } from '../../src/domain/report-ports.ts';
import { formDelivery, leadFields, leadIntent, operator, QUEUE, refusedRequest, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { accept, acceptAndClaim, addCampaign, claim, claimOne, FAULT, failEvent, finish, finishLead, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const DAY_MS = 86_400_000;

/** Every item of a list, page by page, and the sizes of the pages. */
async function allPages<Item>(read: (before?: string) => Promise<Page<Item>>): Promise<{ items: Item[]; sizes: number[] }> {
  const items: Item[] = [];
  const sizes: number[] = [];
  let page = await read();
  for (;;) {
    items.push(...page.items);
    sizes.push(page.items.length);
    if (page.nextCursor === null) return { items, sizes };
    page = await read(page.nextCursor);
  }
}

function from(before: string | undefined): { before?: string } {
  return before === undefined ? {} : { before };
}

async function identities(store: Store, query: Partial<Parameters<Store['listEvents']>[0]>): Promise<string[]> {
  return (await store.listEvents({ limit: 100, ...query })).items.map((event) => event.identity);
}

export function reportsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('lists', () => {
    test('are newest first, and cursors lead through all of them once', async (store) => {
      await accept(store, 'e1', 'e2', 'e3', 'e4', 'e5', 'e6');
      const { items, sizes } = await allPages((before) => store.listEvents({ limit: 2, ...from(before) }));
      expect(items.map((event) => event.identity)).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1']);
      expect(sizes).toEqual([2, 2, 2]);
    });

    test('of leads end a page after 2 MiB, and go on with what is left', async (store) => {
      await addCampaign(store);
      const fields = leadFields({ message: 'm'.repeat(400_000), extras: { texto: 'x'.repeat(400_000) } });
      const names = ['a', 'b', 'c', 'd', 'e'];
      for (const identity of names) await processEvent(store, identity, leadIntent(identity, { campaignId: '42', fields }));
      const whole = await allPages((before) => store.listLeads({ limit: 50, ...from(before) }));
      const found = await allPages((before) => store.listLeads({ limit: 50, clientId: '1', campaignId: '42', ...from(before) }));
      for (const { items, sizes } of [whole, found]) {
        expect(items.map((lead) => lead.identity)).toEqual(names.toReversed());
        expect(sizes).toEqual([2, 2, 1]);
        expect(items).toMatchObject(names.map(() => ({ message: fields.message, extras: fields.extras })));
      }
    });

    test('of leads leave out what is long where only a table is shown', async (store) => {
      await addCampaign(store);
      const fields = leadFields({ name: 'Ana', message: 'm'.repeat(900_000), answers: [{ key: 'k', question: null, values: ['v'] }] });
      for (const identity of ['a', 'b', 'c']) await processEvent(store, identity, leadIntent(identity, { fields }));
      const { items, nextCursor } = await store.listLeads({ limit: 3, brief: true });
      expect(items).toMatchObject(['c', 'b', 'a'].map((identity) => ({ identity, name: 'Ana', message: null, answers: [], extras: {} })));
      expect(nextCursor).toBeNull();
      expect(await store.leadsById(items.map(({ id }) => id))).toEqual(items);
    });

    test('of leads by name have those with the identity or the click ID, of all clients and sources, newest first', async (store) => {
      await addCampaign(store);
      await store.addCampaigns(
        [{ id: '43', name: 'Inverno', client: 'Agência Dois', user: 'bia@example.com' }],
        { replace: false },
        operator(),
      );
      const add = (identity: string, clientId: string, fields: Partial<LeadFields>) =>
        processEvent(store, identity, leadIntent(identity, { clientId, fields: leadFields(fields) }));
      await add('x', '1', {});
      await add('a', '1', { searchClickId: 'x' });
      await add('b', '2', { socialClickId: 'x' });
      await add('c', '2', { phoneE164: '+55x', searchClickId: 'xy' });
      const named = await store.leadsNamed('x');
      expect(named.map(({ identity }) => identity)).toEqual(['b', 'a', 'x']);
      expect(named).toEqual(await store.leadsById(['3', '2', '1']));
      expect(await store.leadsNamed('y')).toEqual([]);
    });

    test('do not shift when newer entries arrive between two pages', async (store) => {
      await accept(store, 'e1', 'e2', 'e3');
      const first = await store.listEvents({ limit: 2 });
      await accept(store, 'e4');
      const second = await store.listEvents({ limit: 2, before: first.nextCursor ?? '' });
      expect(second.items.map((event) => event.identity)).toEqual(['e1']);
    });

    test('of leads, failed jobs and refused requests have cursors too', async (store) => {
      await addCampaign(store);
      for (const identity of ['a', 'b', 'c']) await processEvent(store, identity, leadIntent(identity));
      for (const identity of ['x', 'y', 'z']) await failEvent(store, identity);
      await store.recordRefused(['r1', 'r2', 'r3'].map((requestId) => refusedRequest({ requestId })));
      const leads = await allPages((before) => store.listLeads({ limit: 2, ...from(before) }));
      const failed = await allPages((before) => store.listFailedJobs({ limit: 2, ...from(before) }));
      const refused = await allPages((before) => store.listRefused({ limit: 2, ...from(before) }));
      expect(leads.items.map((lead) => lead.identity)).toEqual(['c', 'b', 'a']);
      expect(failed.items).toMatchObject([
        { state: 'falhou', errorCode: FAULT.code, origin: 'formulario_proprio', eventType: 'lead' },
        {},
        {},
      ]);
      expect(refused.items.map((request) => request.requestId)).toEqual(['r3', 'r2', 'r1']);
      for (const { sizes } of [leads, failed, refused]) expect(sizes).toEqual([2, 1]);
    });

    test('of events take every filter, alone and together', async (store) => {
      await store.accept(formDelivery('old', { receivedAt: T0 - 1_000 }));
      await store.accept(formDelivery('ads', { origin: 'search_ads', events: [{ eventType: 'sale', identity: 'ads' }] }));
      await claim(store, { now: T0 });
      await failEvent(store, 'failed');
      expect(await identities(store, { origin: 'search_ads' })).toEqual(['ads']);
      expect(await identities(store, { eventType: 'sale' })).toEqual(['ads']);
      expect(await identities(store, { status: 'erro' })).toEqual(['failed']);
      expect(await identities(store, { errorCode: FAULT.code })).toEqual(['failed']);
      expect(await identities(store, { identity: 'old' })).toEqual(['old']);
      expect(await identities(store, { since: T0 })).toEqual(['failed', 'ads']);
      expect(await identities(store, { until: T0 })).toEqual(['old']);
      expect(await identities(store, { status: 'recebido', origin: 'formulario_proprio', since: T0 - 1_000, until: T0 })).toEqual(['old']);
      expect(await identities(store, { origin: 'social_ads' })).toEqual([]);
    });

    test('of events take filters, times and cursors together', async (store) => {
      for (let second = 1; second <= 6; second += 1) {
        await store.accept(formDelivery(`e${second}`, { receivedAt: T0 + second * 1_000 }));
      }
      expect(await identities(store, { until: T0 + 3_000, before: '6' })).toEqual(['e2', 'e1']);
      expect(await identities(store, { since: T0 + 3_000, before: '5' })).toEqual(['e4', 'e3']);
      expect(await identities(store, { since: T0 + 2_000, until: T0 + 4_000, eventType: 'lead' })).toEqual(['e3', 'e2']);
      expect(await identities(store, { since: T0, identity: 'e2' })).toEqual(['e2']);
      expect(await identities(store, { since: T0 + 6_000, status: 'recebido' })).toEqual(['e6']);
      expect(await identities(store, { since: T0 + 99_000 })).toEqual([]);
      expect(await identities(store, { until: T0 - 9_999_999 })).toEqual([]);
      for (const query of [{ status: 'recebido' }, { origin: 'formulario_proprio' }, { eventType: 'lead' }] as const) {
        const { items, sizes } = await allPages((before) => store.listEvents({ limit: 4, ...query, ...from(before) }));
        expect(items.map((event) => event.identity)).toEqual(['e6', 'e5', 'e4', 'e3', 'e2', 'e1']);
        expect(sizes).toEqual([4, 2]);
      }
    });

    test('of leads take filters, times and cursors together', async (store) => {
      await addCampaign(store);
      for (const [index, identity] of ['a', 'b', 'c', 'd'].entries()) {
        await processEvent(store, identity, leadIntent(identity, { campaignId: '42' }), T0 + index * 1_000);
      }
      const list = async (query: Partial<Parameters<Store['listLeads']>[0]>) =>
        (await store.listLeads({ limit: 10, ...query })).items.map((lead) => lead.identity);
      expect(await list({ since: T0 + 1_000, before: `${T0 + 3_000}-4` })).toEqual(['c', 'b']);
      expect(await list({ until: T0 + 2_000, before: `${T0 + 3_000}-4` })).toEqual(['b', 'a']);
      expect(await list({ until: T0 + 2_000, clientId: '1', campaignId: '42', origin: 'formulario_proprio', isTest: false })).toEqual([
        'b',
        'a',
      ]);
    });

    test('of leads skip none when a lead is given an earlier time of submission between two pages', async (store) => {
      await addCampaign(store);
      const submit = (key: string, days: number) =>
        processEvent(
          store,
          `${key}-${days}`,
          leadIntent(key, { fields: leadFields({ submittedAt: T0 - days * DAY_MS }), campaignId: '42' }),
        );
      for (const [days, key] of ['a', 'b', 'c', 'd', 'e'].entries()) await submit(key, days);
      const lists = [{}, { clientId: '1', origin: 'formulario_proprio' }, { campaignId: '42', clientId: '1' }] as const;
      const first = await Promise.all(lists.map((filter) => store.listLeads({ limit: 2, ...filter })));
      // The website-form event of the last lead on the first page.
      await submit('b', 9);
      for (const [index, filter] of lists.entries()) {
        const rest = await allPages((before) =>
          store.listLeads({ limit: 2, ...filter, before: before ?? first[index]?.nextCursor ?? 'missing' }),
        );
        expect([first[index], rest].map((page) => page?.items.map((lead) => lead.identity))).toEqual([
          ['a', 'b'],
          ['c', 'd', 'e', 'b'],
        ]);
      }
    });

    test('of leads take every filter', async (store) => {
      await addCampaign(store);
      await processEvent(store, 'real', leadIntent('real', { campaignId: '42' }), T0);
      await processEvent(store, 'test', leadIntent('test', { fields: leadFields({ isTest: true }) }), T0 + 10);
      const list = async (query: Partial<Parameters<Store['listLeads']>[0]>) =>
        (await store.listLeads({ limit: 10, ...query })).items.map((lead) => lead.identity);
      expect(await list({})).toEqual(['test', 'real']);
      expect(await list({ isTest: false })).toEqual(['real']);
      expect(await list({ isTest: true })).toEqual(['test']);
      expect(await list({ campaignId: '42' })).toEqual(['real']);
      expect(await list({ clientId: '1', origin: 'formulario_proprio' })).toEqual(['test', 'real']);
      expect(await list({ clientId: '2' })).toEqual([]);
      expect(await list({ since: T0 + 10 })).toEqual(['test']);
      expect(await list({ until: T0 + 10 })).toEqual(['real']);
    });

    test('of refused requests filter by code', async (store) => {
      await store.recordRefused([refusedRequest(), refusedRequest({ code: 'body_empty', httpStatus: 422 })]);
      expect((await store.listRefused({ code: 'body_empty', limit: 10 })).items).toMatchObject([{ httpStatus: 422 }]);
    });
  });

  describe('a job', () => {
    test('leads to its event', async (store) => {
      const [first] = await accept(store, 'a');
      const [second] = await accept(store, 'b');
      const jobs = await claim(store);
      expect(await Promise.all(jobs.map((job) => store.eventOfJob(job.jobId)))).toEqual([first, second]);
    });
  });

  describe('what does not exist', () => {
    test('is null, whatever the id looks like', async (store) => {
      for (const id of ['1', '', 'abc', '-1', '1.5', '1e3', '99999999999999999999', '1 or 1=1']) {
        expect(await store.eventTrail(id)).toBeNull();
        expect(await store.findLead(id)).toBeNull();
        expect(await store.findRefused(id)).toBeNull();
        expect(await store.eventOfJob(id)).toBeNull();
      }
    });
  });

  describe('queueSnapshot', () => {
    test('of an empty queue is all zeros', async (store) => {
      expect(await store.queueSnapshot(QUEUE, T0)).toEqual({
        queue: QUEUE,
        at: T0,
        pausedAt: null,
        waiting: 0,
        delayed: 0,
        parked: 0,
        running: 0,
        finished: 0,
        failed: 0,
        oldestWaitingMs: null,
        lastMinutes: { minutes: 5, finished: 0, failed: 0 },
        workers: [],
      });
    });

    test('counts every state once', async (store) => {
      await addCampaign(store);
      await processEvent(store, 'done', leadIntent('done'), T0);
      await processEvent(store, 'long-done', leadIntent('long-done'), T0 - 600_000);
      await failEvent(store, 'failed', T0);
      const parked = await acceptAndClaim(store, 'parked');
      await finish(store, parked, { kind: 'parked', fault: FAULT });
      const delayed = await acceptAndClaim(store, 'delayed');
      await finish(store, delayed, { kind: 'retry', fault: FAULT, availableAt: T0 + 60_000, spendsAttempt: true });
      await acceptAndClaim(store, 'running');
      await store.accept(formDelivery('due', { receivedAt: T0 - 4_000 }));
      await store.accept(formDelivery('elsewhere', { queue: 'other' }));
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({
        waiting: 2,
        delayed: 1,
        parked: 1,
        running: 1,
        finished: 2,
        failed: 1,
        oldestWaitingMs: 4_000,
        lastMinutes: { finished: 1, failed: 1 },
      });
    });

    test('has no oldest waiting job while none is due', async (store) => {
      const job = await acceptAndClaim(store, 'delayed');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 60_000, spendsAttempt: true });
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 1, oldestWaitingMs: null });
    });

    test('report why a result is not stored while its job waits and runs again, until it is stored', async (store) => {
      await addCampaign(store);
      const fault = { code: 'not_stored', params: inWords('The disk is full.') };
      const job = await acceptAndClaim(store, 'a');
      expect(await store.resultNotStored(QUEUE)).toBeNull();
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 1, spendsAttempt: false });
      expect(await store.resultNotStored(QUEUE)).toBeNull();
      await finish(store, await claimOne(store, { now: T0 + 1 }), { kind: 'retry', fault, availableAt: T0 + 9, spendsAttempt: false });
      expect(await store.resultNotStored(QUEUE)).toEqual(fault);
      expect(await store.resultNotStored('conversoes')).toBeNull();
      const again = await claimOne(store, { now: T0 + 9 });
      expect(await store.resultNotStored(QUEUE)).toEqual(fault);
      expect(await finishLead(store, again, leadIntent('a'))).toBe('processed');
      expect(await store.resultNotStored(QUEUE)).toBeNull();
    });

    test('report why a result is not stored also if many other jobs are due before its job', async (store) => {
      const fault = { code: 'not_stored', params: inWords('The disk is full.') };
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault, availableAt: T0 + 30_000, spendsAttempt: false });
      await accept(store, ...Array.from({ length: 501 }, (_, index) => `other-${index}`));
      const others = await claim(store, { limit: 501 });
      const outcome = { kind: 'retry', fault: FAULT, availableAt: T0 + 20_000, spendsAttempt: true } as const;
      await store.finish(
        others.map((other) => ({ claim: other, outcome })),
        T0,
      );
      expect(await store.resultNotStored(QUEUE)).toEqual(fault);
    });
  });
}
