/** Steps that most cases share. */
import type { ClaimedJob, FinishResult, JobOutcome, JobSummary } from '../../src/domain/job.ts';
import type { LeadIntent } from '../../src/domain/lead.ts';
import type { ClaimRequest, JobQueue, Store } from '../../src/domain/ports.ts';
import type { EventTrail } from '../../src/domain/report-ports.ts';
import type { EventSummary } from '../../src/domain/webhook-event.ts';
import { formDelivery, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';

export const LEASE_MS = 60_000;
export const FAULT = { code: 'campaign_unknown', params: inWords('There is no campaign 42.') };

export async function accept(store: Store, ...identities: readonly string[]): Promise<readonly string[]> {
  const receipts = await Promise.all(identities.map((identity) => store.accept(formDelivery(identity))));
  return receipts.flat().map((receipt) => receipt.eventId);
}

export function claim(queue: JobQueue, overrides: Partial<ClaimRequest> = {}): Promise<readonly ClaimedJob[]> {
  return queue.claim({ queue: QUEUE, workerId: 'worker-1', limit: 100, leaseMs: LEASE_MS, now: T0, ...overrides });
}

/** Claims the only job that is due. */
export async function claimOne(store: JobQueue, overrides: Partial<ClaimRequest> = {}): Promise<ClaimedJob> {
  const jobs = await claim(store, overrides);
  const [job] = jobs;
  if (job === undefined || jobs.length > 1) throw new Error(`expected one due job, got ${jobs.length}`);
  return job;
}

export async function acceptAndClaim(store: Store, identity: string): Promise<ClaimedJob> {
  await accept(store, identity);
  return claimOne(store);
}

export async function finish(store: JobQueue, job: ClaimedJob, outcome: JobOutcome, now: number = T0): Promise<FinishResult> {
  const [result] = await store.finish([{ claim: job, outcome }], now);
  if (result === undefined) throw new Error('finish gave no result');
  return result;
}

export function finishLead(store: JobQueue, job: ClaimedJob, intent: LeadIntent, now: number = T0): Promise<FinishResult> {
  return finish(store, job, { kind: 'lead', intent }, now);
}

/** Processes one event to `erro`. */
export async function failEvent(store: Store, identity: string, now: number = T0): Promise<ClaimedJob> {
  const job = await acceptAndClaim(store, identity);
  await finish(store, job, { kind: 'failed', fault: FAULT }, now);
  return job;
}

/** Processes one event to `processado`; client 1 must exist. */
export async function processEvent(store: Store, identity: string, intent: LeadIntent, now: number = T0): Promise<ClaimedJob> {
  const job = await acceptAndClaim(store, identity);
  const result = await finishLead(store, job, intent, now);
  if (result !== 'processed') throw new Error(`expected processed, got ${result}`);
  return job;
}

/** Client 1 with user 1 and campaign 42. */
export async function addCampaign(store: Store): Promise<void> {
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com' }], { replace: false }, operator());
}

export async function trailOf(store: Store, eventId: string): Promise<EventTrail> {
  const trail = await store.eventTrail(eventId);
  if (trail === null) throw new Error(`no event ${eventId}`);
  return trail;
}

/** The newest job of an event. */
export async function jobOf(store: Store, eventId: string): Promise<JobSummary> {
  const job = (await trailOf(store, eventId)).jobs.at(-1);
  if (job === undefined) throw new Error(`event ${eventId} has no job`);
  return job;
}

export async function eventOf(store: Store, eventId: string): Promise<EventSummary> {
  return (await trailOf(store, eventId)).event;
}

/** Everything a store returns about its data: two calls are equal if nothing was written in between. */
export async function wholeState(store: Store): Promise<unknown> {
  const events = await store.listEvents({ limit: 10_000 });
  const leads = await store.listLeads({ limit: 10_000 });
  const refused = await store.listRefused({ limit: 10_000 });
  return {
    trails: await Promise.all(events.items.map((event) => store.eventTrail(event.id))),
    leads: await Promise.all(leads.items.map((lead) => store.findLead(lead.id))),
    snapshot: await store.queueSnapshot(QUEUE, T0),
    failed: await store.listFailedJobs({ limit: 10_000 }),
    refused: await Promise.all(refused.items.map((request) => store.findRefused(request.id))),
    clients: await store.listClients(),
    users: await store.listUsers(null),
    campaigns: (await store.listCampaigns({})).items,
  };
}
