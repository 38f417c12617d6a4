import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Conversion } from '../../../../src/domain/conversion.ts';
import type { ClaimedJob } from '../../../../src/domain/job.ts';
import type { LeadIntent } from '../../../../src/domain/lead.ts';
import type { Store } from '../../../../src/domain/ports.ts';
import type { EventTrail, LeadDetail } from '../../../../src/domain/report-ports.ts';
import { NO_RETENTION, type RetentionDays } from '../../../../src/domain/retention.ts';
import type { Delivery, WebhookEvent } from '../../../../src/domain/webhook-event.ts';
import { recordActivity } from '../../../../src/store/sql/operations/control.ts';
import { deleteLog } from '../../../../src/store/sql/privacy/delete-expired.ts';
import { openWriteConnection } from '../../../../src/store/sqlite/connection.ts';
import { SeededRandom } from '../../../crash/seeded-random.ts';
import {
  addCampaign,
  claim,
  claimOne,
  FAULT,
  failEvent,
  finish,
  finishLead,
  processEvent,
  trailOf,
} from '../../../store-contract/steps.ts';
import type { StoreUnderTest } from '../../../store-contract/store-under-test.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import {
  batchDelivery,
  formBody,
  formDelivery,
  leadFields,
  leadIntent,
  newConversion,
  operator,
  QUEUE,
  refusedRequest,
  T0,
} from '../../../support/factories.ts';
import { TempDir } from '../../../support/temp-dir.ts';
import { openTempStore } from '../open-temp-store.ts';

const DAY = 86_400_000;

let under: StoreUnderTest;
let store: Store;

beforeEach(async () => {
  under = await openTempStore();
  store = under.store;
  await addCampaign(store);
  await store.addCampaigns([{ id: '43', name: 'Inverno', client: 'Agência Dois', user: null }], { replace: false }, operator());
});

afterEach(() => under.dispose());

function days(limits: Partial<RetentionDays>): RetentionDays {
  return { ...NO_RETENTION, ...limits };
}

/** A random history of events, leads, conversions and failures of two clients over months. */
class History {
  readonly deliveries: Delivery[] = [];
  readonly #random: SeededRandom;
  readonly #leads: string[] = [];
  now = T0;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  async play(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      this.now += this.#random.between(0, 10) * DAY;
      await this.#receive(step);
      if (this.#random.between(0, 4) === 0) await this.#touchOldLead(step);
      await store.recordRefused([refusedRequest({ receivedAt: this.now, body: formBody(`refused-${step}`) })]);
    }
  }

  async #receive(step: number): Promise<void> {
    const ids = [`e${step}-lead-a`, `e${step}-lead-b`];
    const delivery = this.#random.between(0, 3) === 0 ? batchDelivery(ids) : formDelivery(ids[0] as string);
    await this.#send({ ...delivery, receivedAt: this.now });
    if (this.#random.between(0, 2) === 0)
      await store.accept({
        ...delivery,
        receivedAt: this.now,
        body: formBody('other'),
        events: delivery.events.map(({ body: _, ...event }) => event),
      });
    for (const job of await claim(store, { now: this.now })) if (job.conversionId === null) await this.#work(job);
  }

  async #send(delivery: Delivery): Promise<void> {
    this.deliveries.push(delivery);
    await store.accept(delivery);
  }

  async #work(job: ClaimedJob): Promise<void> {
    const known = this.#leads.at(-this.#random.between(1, 5));
    const what = this.#random.pick(['new', 'new', 'sold', 'merged', 'fails', 'parked', 'given up']);
    if (what === 'fails' || what === 'given up') await finish(store, job, { kind: 'failed', fault: FAULT }, this.now);
    else if (what === 'parked') await finish(store, job, { kind: 'parked', fault: FAULT }, this.now);
    else await this.#makeLead(job, what === 'merged' ? known : undefined, what === 'sold');
    if (what === 'given up') await store.forget({ ids: [job.jobId] }, operator(this.now));
  }

  async #makeLead(job: ClaimedJob, known: string | undefined, isSold: boolean): Promise<void> {
    const identity = known ?? job.identity;
    const intent: LeadIntent = leadIntent(identity, {
      origin: job.origin,
      clientId: this.#random.pick(['1', '2']),
      fields: leadFields({
        name: `Name of ${job.identity}`,
        email: `${identity}@example.com`,
        submittedAt: this.now - DAY,
        ...(isSold ? { searchClickId: `click-${identity}` } : {}),
      }),
      onMatch: 'merge',
      conversion: isSold ? newConversion({ key: job.identity }) : null,
    });
    const fetched = Buffer.from(`{"fetched":"${job.identity}"}`);
    await store.finish([{ claim: job, outcome: { kind: 'lead', intent }, fetched }], this.now);
    if (known === undefined) this.#leads.push(identity);
  }

  /** Something happens to a lead: a stage, or its event is replayed and waits. */
  async #touchOldLead(step: number): Promise<void> {
    const { items } = await store.listLeads({ limit: 100 });
    const lead = items[this.#random.between(0, items.length)];
    if (lead === undefined) return;
    const stage = { leadId: lead.id, name: 'visita', key: `stage-${step}`, value: null, currency: null, happenedAt: this.now };
    if (this.#random.between(0, 1) === 0) await store.addStage(stage, operator(this.now));
    else {
      await store.replay([lead.eventId], QUEUE, operator(this.now));
      for (const job of await claim(store, { now: this.now }))
        if (job.conversionId === null) await finish(store, job, { kind: 'parked', fault: FAULT }, this.now);
    }
  }
}

interface Everything {
  readonly events: ReadonlyMap<string, EventTrail & { readonly event: WebhookEvent }>;
  readonly leads: ReadonlyMap<string, LeadDetail>;
}

async function readAll(): Promise<Everything> {
  const { items } = await store.listEvents({ limit: 1_000 });
  const events = await Promise.all(items.map(async ({ id }) => [id, await trailOf(store, id)] as const));
  const listed = (await store.listLeads({ limit: 1_000 })).items;
  const leads = await Promise.all(listed.map(async ({ id }) => [id, (await store.findLead(id)) as LeadDetail] as const));
  return { events: new Map(events), leads: new Map(leads) };
}

/** The plain rules, from what anybody can read. */
class Oracle {
  readonly #before: Everything;
  readonly #limits: (clientId: string | null) => { readonly bodies: number; readonly leads: number };
  readonly #now: number;

  constructor(before: Everything, limits: Oracle['limits'], now: number) {
    this.#before = before;
    this.#limits = limits;
    this.#now = now;
  }

  get limits() {
    return this.#limits;
  }

  #isOld(at: number, limit: number): boolean {
    return limit > 0 && at < this.#now - limit * DAY;
  }

  #isSettled({ event, jobs }: EventTrail): boolean {
    return event.processedAt !== null && jobs.every(({ conversionId, state }) => conversionId !== null || state === 'concluido');
  }

  isBodyGone(trail: EventTrail): boolean {
    const limit = this.#limits(trail.lead?.clientId ?? null).bodies;
    return (
      (this.#isSettled(trail) && this.#isOld(trail.event.receivedAt, limit)) || (trail.lead !== null && this.isLeadGone(trail.lead.id))
    );
  }

  isLeadGone(id: string): boolean {
    const { lead, conversions, events } = this.#before.leads.get(id) as LeadDetail;
    const active = Math.max(
      lead.createdAt,
      lead.updatedAt,
      lead.submittedAt ?? 0,
      ...conversions.map(({ createdAt }: Conversion) => createdAt),
    );
    const waits = conversions.some(
      ({ state, platform, happenedAt }) => state === 'pendente' && happenedAt >= this.#now - (platform === 'social_ads' ? 7 : 90) * DAY,
    );
    const areSettled = events.every((event) => this.#isSettled(this.#before.events.get(event.id) as EventTrail));
    return !waits && areSettled && this.#isOld(active, this.#limits(lead.clientId).leads);
  }
}

describe('retention', () => {
  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'deletes what the rules say and nothing else, interrupted and repeated: history %i',
    async (seed) => {
      const random = new SeededRandom(seed);
      const history = new History(seed);
      await history.play(30);
      const settings = days({ bodies: random.pick([0, 30, 60]), leads: random.pick([0, 40, 90]), refused: 50 });
      const own = { bodies: random.pick([null, 0, 20]), leads: random.pick([null, 0, 70]) };
      await store.setClientRetention('2', own, operator());
      const [now, before] = [history.now + DAY, await readAll()];
      const limits = (clientId: string | null) =>
        clientId === '2' ? { bodies: own.bodies ?? settings.bodies, leads: own.leads ?? settings.leads } : settings;
      const oracle = new Oracle(before, limits, now);
      const expected = await store.countExpired(settings, now);

      let steps = random.between(0, 4);
      const interrupted = await store.deleteExpired(settings, operator(now), async () => steps-- > 0);
      const finished = await store.deleteExpired(settings, operator(now));

      expect(finished.isComplete).toBe(true);
      const deleted = [...interrupted.counts, ...finished.counts].reduce((sum, { count }) => sum + count, 0);
      expect(deleted).toBe(expected.reduce((sum, { count }) => sum + count, 0));
      expect(await store.countExpired(settings, now)).toEqual([]);
      const after = await readAll();
      for (const [id, trail] of before.events) {
        const { event } = after.events.get(id) as EventTrail;
        if (!oracle.isBodyGone(trail)) expect({ ...event, batchBody: null }).toEqual({ ...trail.event, batchBody: null });
        else expect(event).toMatchObject({ body: Buffer.alloc(0), headers: '[]', remoteAddress: '', conflictBody: null });
        const isInBatch = event.batchBody !== null && Buffer.from(event.batchBody).includes(trail.event.identity);
        expect(isInBatch).toBe(trail.event.batchBody !== null && !oracle.isBodyGone(trail));
        expect((await store.fetchedLeads([id])).get(id)?.byteLength === 0).toBe(trail.event.leadId !== null && oracle.isBodyGone(trail));
      }
      for (const [id, { lead, conversions }] of before.leads) {
        const kept = after.leads.get(id) as LeadDetail;
        if (!oracle.isLeadGone(id)) expect([kept.lead, kept.conversions]).toEqual([lead, conversions]);
        else
          expect(kept.lead).toMatchObject({ name: null, email: null, erasedAt: now, clientId: lead.clientId, createdAt: lead.createdAt });
      }
      await everythingIsSentAgain(history, after);
    },
  );

  /** Nothing comes back, and nothing counts as a conflict. */
  async function everythingIsSentAgain({ deliveries, now }: History, before: Everything): Promise<void> {
    for (const delivery of deliveries) {
      const receipts = await store.accept({ ...delivery, receivedAt: now + 2 * DAY });
      expect(receipts.map(({ isNew, conflict }) => [isNew, conflict])).toEqual(delivery.events.map(() => [false, false]));
    }
    const after = await readAll();
    expect([...after.leads.values()].map(({ lead }) => lead)).toEqual([...before.leads.values()].map(({ lead }) => lead));
    expect([...after.events.values()].map(({ event }) => event.body)).toEqual([...before.events.values()].map(({ event }) => event.body));
  }
});

test('an event without its body is not replayed or retried, and a resend in a batch with others stores nothing of it', async () => {
  await processEvent(store, 'e1', leadIntent('e1'));
  const job = await failEvent(store, 'e2');
  await store.forget({ ids: [job.jobId] }, operator());
  await store.accept(batchDelivery(['m1']));
  const [meta] = await claim(store);
  if (meta !== undefined) await finishLead(store, meta, leadIntent('m1', { origin: 'social_ads' }));
  await store.deleteExpired(days({ bodies: 1 }), operator(T0 + 2 * DAY));

  await expect(store.replay(['1'], QUEUE, operator())).rejects.toMatchObject({ code: 'conflict' });
  expect(await store.retryEvents({ ids: ['1', '2'] }, QUEUE, operator())).toBe(0);
  expect(await store.countEvents({ ids: ['1', '2'] }, T0)).toMatchObject({ retryable: 0 });
  const [failed] = await store.accept(formDelivery('e2', { body: formBody('e2', { nome: 'Bia' }) }));
  expect(failed).toMatchObject({ status: 'already_accepted', conflict: false });
  const [resent, added] = await store.accept(batchDelivery(['m1', 'm2']));
  expect([resent?.isNew, added?.isNew]).toEqual([false, true]);
  const { event } = await trailOf(store, added?.eventId ?? '');
  expect(Buffer.from(event.batchBody ?? []).toString()).toMatch(/m2/);
  expect(Buffer.from(event.batchBody ?? []).toString()).not.toMatch(/m1/);
});

test('a conversion that no platform accepts any more does not keep its lead, and is withdrawn with it', async () => {
  const sold = (identity: string, happenedAt: number): LeadIntent =>
    leadIntent(identity, {
      fields: leadFields({ name: 'Ana', searchClickId: `click-${identity}`, submittedAt: T0 }),
      conversion: { ...newConversion({ key: identity }), happenedAt },
    });
  await processEvent(store, 'old', sold('old', T0));
  await processEvent(store, 'young', sold('young', T0 + 20 * DAY));
  const now = T0 + 91 * DAY;
  const settings = days({ leads: 30 });
  const expected = [
    { kind: 'leads', clientId: '1', count: 1 },
    { kind: 'conversoes', clientId: '1', count: 1 },
  ];
  expect(await store.countExpired(settings, now)).toEqual(expected);
  expect((await store.deleteExpired(settings, operator(now))).counts).toEqual(expected);
  const [run] = (await store.listActivity({ action: 'apagar_vencidos', limit: 1 })).items;
  expect(run?.detail).toBe('corpos:0 leads:1 recusas:0 jobs:0 registro:0 conversoes:1');
  const states = async (id: string) => (await store.findLead(id))?.conversions.map(({ state }) => state);
  expect([await states('1'), await states('2')]).toEqual([['retirada'], ['pendente']]);
  expect((await store.findLead('2'))?.lead).toMatchObject({ name: 'Ana', erasedAt: null });
});

test('why a sale was corrected goes with its lead, even if it names nobody', async () => {
  await processEvent(store, 'ana-1', leadIntent('ana-1', { fields: leadFields({ name: 'Ana', submittedAt: T0 }) }));
  const { conversionIds } = await store.addStage({ ...newConversion({ key: 'k' }), leadId: '1' }, operator());
  const conversionId = conversionIds[0] ?? '';
  await store.changeStage({ kind: 'correct', conversionId, value: 7, reason: 'Her aunt paid more.' }, operator());
  const reasons = async () => (await store.conversionTrail(conversionId))?.conversion.corrections.map(({ reason }) => reason);
  expect(await reasons()).toEqual(['Her aunt paid more.']);
  await store.deleteExpired(days({ leads: 30 }), operator(T0 + 400 * DAY));
  expect((await store.findLead('1'))?.lead).toMatchObject({ name: null });
  expect(await reasons()).toEqual([]);
});

test('a lead whose person consented lately is kept', async () => {
  await processEvent(store, 'ana-1', leadIntent('ana-1', { fields: leadFields({ name: 'Ana', submittedAt: T0 }) }));
  const consent = { leadId: '1', purpose: 'ads', act: 'concedido', at: T0 + 300 * DAY, reason: 'by phone' } as const;
  await store.changeConsent(consent, operator(T0 + 300 * DAY));
  await store.deleteExpired(days({ leads: 365 }), operator(T0 + 400 * DAY));
  expect((await store.findLead('1'))?.lead).toMatchObject({ name: 'Ana', erasedAt: null });
  await store.deleteExpired(days({ leads: 365 }), operator(T0 + 700 * DAY));
  expect((await store.findLead('1'))?.lead).toMatchObject({ name: null, erasedAt: T0 + 700 * DAY });
});

test('a lead that became anonymous is not the erasure of a person, who may come again', async () => {
  const fields = leadFields({ name: 'Ana', email: 'ana@example.com', emailNormalized: 'ana@example.com', submittedAt: T0 });
  await processEvent(store, 'ana-1', leadIntent('ana-1', { fields }));
  await store.deleteExpired(days({ leads: 365 }), operator(T0 + 400 * DAY));
  expect(await store.listErasures()).toEqual([]);
  expect((await store.storeFacts()).erasureJournalMissing).toBeUndefined();

  const [resent] = await store.accept(formDelivery('ana-1', { receivedAt: T0 + 401 * DAY }));
  expect(resent).toMatchObject({ eventId: '1', isNew: false });
  await store.accept(formDelivery('ana-2', { receivedAt: T0 + 401 * DAY }));
  const job = await claimOne(store, { now: T0 + 401 * DAY });
  await finishLead(store, job, leadIntent('ana-2', { fields, match: { byContact: true } }), T0 + 401 * DAY);
  const { items } = await store.listLeads({ limit: 10 });
  expect(items.map(({ email, erasedAt }) => [email, erasedAt])).toEqual([
    ['ana@example.com', null],
    [null, T0 + 400 * DAY],
  ]);
});

test('jobs and lines of the operators’ log go, but no line that is younger or says which client was removed', async () => {
  await processEvent(store, 'e1', leadIntent('e1'));
  await failEvent(store, 'e2');
  await store.addClient({ id: null, name: 'Agência Três' }, operator());
  await store.removeClient('Agência Três', operator());
  await store.recordActivity('revelar', 'lead:1', '', operator(T0 + 3 * DAY));
  const settings = days({ jobs: 1, log: 1 });
  const expected = await store.countExpired(settings, T0 + 3 * DAY);
  const { counts } = await store.deleteExpired(settings, operator(T0 + 3 * DAY));
  expect(counts).toEqual(expected);
  expect(counts.map(({ kind }) => kind)).toEqual(['jobs', 'registro']);
  const { items } = await store.listActivity({ limit: 100 });
  expect(items.map(({ action }) => action)).toEqual(['apagar_vencidos', 'revelar', 'remover_cliente']);
  expect(items[0]?.detail).toBe(`corpos:0 leads:0 recusas:0 jobs:1 registro:${counts[1]?.count} conversoes:0`);
  expect((await store.addClient({ id: null, name: 'Agência Quatro' }, operator())).id).toBe('4');
  expect((await store.retentionFacts()).rows).toEqual(counts.map(({ kind, count }) => ({ kind, total: count })));
});

test('the log cannot be shortened by anything else', async () => {
  using folder = new TempDir();
  const path = placeEmptyDatabase(folder.file('test.db'));
  const connection = openWriteConnection(path, T0, { create: false });
  await recordActivity(connection, 'revelar', 'lead:1', '', operator());
  const remove = () => connection.statement('delete from registro_operadores').run();
  expect(remove).toThrow('append-only');
  connection.statement('insert into registro_prazo (id, antes_de) values (1, ?)').run(T0);
  expect(remove).toThrow('append-only');
  expect(await deleteLog(connection, T0 + 1, 10)).toBe(1);
  expect(connection.row('select 1 from registro_prazo')).toBeUndefined();
  connection.close();
});
