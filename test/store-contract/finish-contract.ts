import { describe, expect } from 'vitest';
import type { FinishRequest, JobOutcome } from '../../src/domain/job.ts';
import { leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../support/factories.ts';
import { accept, acceptAndClaim, addCampaign, claim, claimOne, FAULT, finish, finishLead, LEASE_MS, trailOf, wholeState } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const OUTCOMES: readonly JobOutcome[] = [
  { kind: 'lead', intent: leadIntent('a', { conversion: newConversion() }) },
  { kind: 'failed', fault: FAULT },
  { kind: 'parked', fault: FAULT },
  { kind: 'retry', fault: FAULT, availableAt: T0 + 1, spendsAttempt: true },
];

export function finishContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('finish', () => {
    test('writes lead, conversion, event and job together', async (store) => {
      await addCampaign(store);
      const job = await acceptAndClaim(store, 'a');
      const fields = leadFields({
        name: 'Ana',
        email: 'ana@example.com',
        searchClickId: 'click-1',
        submittedAt: T0 - 9,
        extras: { favorite: [1, 'x', null] },
      });
      const intent = leadIntent('a', { userId: '1', campaignId: '42', fields, conversion: newConversion() });
      expect(await finishLead(store, job, intent, T0 + 7)).toBe('processed');
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'processado', processedAt: T0 + 7, leadId: trail.lead?.id, errorCode: null });
      expect(trail.jobs).toMatchObject([{ state: 'concluido', finishedAt: T0 + 7, leaseUntil: null, attempts: 1 }]);
      expect(trail.lead).toMatchObject({
        ...fields,
        origin: 'formulario_proprio',
        identity: 'a',
        clientId: '1',
        clientName: 'Agência Um',
        userEmail: 'ana@example.com',
        campaignName: 'Verão',
        conversions: 1,
        eventId: job.eventId,
        createdAt: T0 + 7,
      });
      expect(trail.conversions).toMatchObject([
        { ...newConversion(), leadId: trail.lead?.id, platform: 'search_ads', clickId: 'click-1', state: 'pendente' },
      ]);
    });

    for (const outcome of OUTCOMES) {
      test(`writes nothing at all when the lease was lost: ${outcome.kind}`, async (store) => {
        await addCampaign(store);
        const stale = await acceptAndClaim(store, 'a');
        await store.recover([], T0 + LEASE_MS + 1, 10);
        await claimOne(store, { workerId: 'worker-2', now: T0 + LEASE_MS + 1 });
        const before = await wholeState(store);
        expect(await finish(store, stale, outcome, T0 + LEASE_MS + 2)).toBe('lease_lost');
        expect(await wholeState(store)).toEqual(before);
      });

      test(`writes nothing when the job was finished already: ${outcome.kind}`, async (store) => {
        await addCampaign(store);
        const job = await acceptAndClaim(store, 'a');
        await finishLead(store, job, leadIntent('a'));
        const before = await wholeState(store);
        expect(await finish(store, job, outcome)).toBe('lease_lost');
        expect(await wholeState(store)).toEqual(before);
      });
    }

    test('is fenced by the claim even for the same worker', async (store) => {
      await addCampaign(store);
      const stale = await acceptAndClaim(store, 'a');
      await store.release([stale]);
      const held = await claimOne(store);
      expect(held.lease).toBeGreaterThan(stale.lease);
      expect(await finishLead(store, stale, leadIntent('a'))).toBe('lease_lost');
      expect(await finishLead(store, held, leadIntent('a'))).toBe('processed');
    });

    test('failed ends event and job with code and sentence', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      expect(await finish(store, job, { kind: 'failed', fault: FAULT }, T0 + 3)).toBe('failed');
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'erro', errorCode: FAULT.code, errorParams: FAULT.params, processedAt: T0 + 3 });
      expect(trail.jobs).toMatchObject([{ state: 'falhou', errorCode: FAULT.code, errorParams: FAULT.params, finishedAt: T0 + 3 }]);
      expect(trail.lead).toBeNull();
    });

    test('parked waits without a time, refunds the attempt, and the event stays recebido', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      expect(await finish(store, job, { kind: 'parked', fault: FAULT })).toBe('waiting');
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'recebido', errorCode: null });
      expect(trail.jobs).toMatchObject([{ state: 'pendente', availableAt: null, attempts: 0, waitReason: FAULT.code, leaseUntil: null }]);
      expect(trail.attempts).toMatchObject([{ result: 'parked', attempt: 1, workerId: 'worker-1', errorCode: FAULT.code }]);
      expect(await claim(store, { now: T0 + 1e9 })).toEqual([]);
    });

    test('retry waits for its time and keeps the attempt that failed', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      const again = { kind: 'retry', fault: FAULT, availableAt: T0 + 500, spendsAttempt: true } as const;
      expect(await finish(store, job, again, T0 + 5)).toBe('waiting');
      const trail = await trailOf(store, job.eventId);
      expect(trail.event.status).toBe('recebido');
      expect(trail.jobs).toMatchObject([{ state: 'pendente', availableAt: T0 + 500, attempts: 1, waitReason: FAULT.code }]);
      expect(trail.attempts).toMatchObject([{ result: 'retry', attempt: 1, startedAt: T0, endedAt: T0 + 5, errorParams: FAULT.params }]);
    });

    test('a throttled retry spends no attempt', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0 + 500, spendsAttempt: false });
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toMatchObject([{ attempts: 0 }]);
      expect(trail.attempts).toMatchObject([{ attempt: 1 }]);
      expect(await claimOne(store, { now: T0 + 500 })).toMatchObject({ attempt: 1 });
    });

    test('put off untried, it waits until then and tells of no attempt', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      const putOff = { kind: 'retry', fault: FAULT, availableAt: T0 + 500, spendsAttempt: false, untried: true } as const;
      expect(await finish(store, job, putOff)).toBe('waiting');
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toMatchObject([{ state: 'pendente', availableAt: T0 + 500, attempts: 0, waitReason: FAULT.code }]);
      expect(trail.attempts).toEqual([]);
    });

    test('a success after faults clears the error of event and job', async (store) => {
      await addCampaign(store);
      const job = await acceptAndClaim(store, 'a');
      await finish(store, job, { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: true });
      await finishLead(store, await claimOne(store), leadIntent('a'));
      const trail = await trailOf(store, job.eventId);
      expect(trail.jobs).toMatchObject([{ state: 'concluido', errorCode: null, errorParams: null, waitReason: null }]);
      expect(trail.event).toMatchObject({ status: 'processado', errorCode: null });
    });
  });

  describe('finish of a batch', () => {
    test('refuses an outcome whose campaign or client does not exist, and does not disturb its neighbours', async (store) => {
      await addCampaign(store);
      await accept(store, 'a', 'b', 'c', 'd');
      const jobs = await claim(store);
      await store.removeCampaign('42', operator());
      const intents = [
        leadIntent('a'),
        leadIntent('b', { campaignId: '42', conversion: newConversion() }),
        leadIntent('c', { clientId: '999' }),
        leadIntent('d'),
      ];
      const requests = jobs.map((job, index) => ({
        claim: job,
        eventId: job.eventId,
        outcome: { kind: 'lead', intent: intents[index] ?? leadIntent('?') } as const,
      }));
      expect(await store.finish(requests, T0)).toEqual(['processed', 'rejected', 'rejected', 'processed']);
      expect((await store.listLeads({ limit: 10 })).items.map((lead) => lead.identity)).toEqual(['d', 'a']);
      expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ running: 2, finished: 2 });
    });

    test('a refused outcome leaves the claim as it was', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      const before = await wholeState(store);
      expect(await finishLead(store, job, leadIntent('a', { clientId: '999' }))).toBe('rejected');
      expect(await wholeState(store)).toEqual(before);
      expect(await finish(store, job, { kind: 'failed', fault: FAULT })).toBe('failed');
    });

    test('refuses an outcome that cannot be written at all, and does not disturb its neighbours', async (store) => {
      await store.addClient({ id: '1', name: 'Agência Um' }, operator());
      await accept(store, 'a', 'bad', 'c');
      const jobs = await claim(store);
      const unwritable = { ...newConversion(), value: {} as unknown as number };
      const requests = jobs.map((job) => ({
        claim: job,
        eventId: job.eventId,
        outcome: { kind: 'lead', intent: leadIntent(job.identity, { conversion: job.identity === 'bad' ? unwritable : null }) },
      })) as FinishRequest[];
      expect(await store.finish(requests, T0)).toEqual(['processed', 'rejected', 'processed']);
      expect((await store.listLeads({ limit: 10 })).items.map((lead) => lead.identity)).toEqual(['c', 'a']);
    });

    test('answers in the order asked', async (store) => {
      await addCampaign(store);
      await accept(store, 'a', 'b', 'c');
      const [a, b, c] = await claim(store);
      if (a === undefined || b === undefined || c === undefined) throw new Error('expected three jobs');
      const results = await store.finish(
        [
          { claim: c, outcome: { kind: 'parked', fault: FAULT } },
          { claim: { ...a, lease: a.lease + 1 }, outcome: { kind: 'failed', fault: FAULT } },
          { claim: b, outcome: { kind: 'failed', fault: FAULT } },
        ],
        T0,
      );
      expect(results).toEqual(['waiting', 'lease_lost', 'failed']);
    });
  });
}
