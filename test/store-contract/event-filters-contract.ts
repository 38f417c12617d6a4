import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { ClaimedJob, FinishRequest, JobOutcome } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { EventFilter } from '../../src/domain/report-ports.ts';
import type { EventSummary } from '../../src/domain/webhook-event.ts';
import { batchDelivery, formDelivery, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { accept, addCampaign, claim, finishLead, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const MINUTE = 60_000;

const faults = fc.record({ code: fc.constantFrom('not_linked', 'campaign_unknown'), named: fc.constantFrom('', 'page:1', 'page:2') });

/** An event and what becomes of it. Some values are rare, so that most blocks of ids do not hold them. */
const history = fc.record({
  origin: fc.oneof(
    { weight: 200, arbitrary: fc.constantFrom('formulario_proprio' as const, 'social_ads' as const) },
    { weight: 1, arbitrary: fc.constant('search_ads' as const) },
  ),
  eventType: fc.oneof({ weight: 200, arbitrary: fc.constantFrom('lead', 'venda') }, { weight: 1, arbitrary: fc.constant('raro') }),
  identity: fc.oneof({ weight: 20, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom('a', 'b') }),
  clientId: fc.oneof({ weight: 200, arbitrary: fc.constant('1') }, { weight: 1, arbitrary: fc.constant('2') }),
  isOfCampaign: fc.boolean(),
  end: fc.constantFrom('none', 'lead', 'lead', 'lead', 'joins', 'moves', 'failed', 'parked', 'replayed'),
  fault: faults,
  after: fc.integer({ min: 0, max: 2 * MINUTE }),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const EVENTS = 900;

async function tell(store: Store, told: readonly History[]): Promise<void> {
  let now = T0;
  for (const each of told) {
    now += each.after;
    const { origin, identity, eventType } = each;
    const events = [{ eventType, identity }];
    const [receipt] = await store.accept(formDelivery(identity, { origin, events, receivedAt: now }));
    if (receipt?.isNew !== true || each.end === 'none') continue;
    const [job] = await claim(store, { now, limit: 1 });
    if (job === undefined) continue;
    const request: FinishRequest = { claim: job, outcome: outcomeOf(each) };
    await store.finish([request], now);
    if (each.end === 'replayed') await store.replay([job.eventId], QUEUE, operator(now));
  }
}

function outcomeOf({ origin, identity, clientId, isOfCampaign, end, fault }: History): JobOutcome {
  const because = { ...fault, params: inWords('no') };
  if (end === 'failed') return { kind: 'failed', fault: because };
  if (end === 'parked') return { kind: 'parked', fault: because };
  const shared = end === 'joins' || end === 'moves';
  const campaignId = clientId === '1' && (isOfCampaign || end === 'moves') ? '42' : null;
  return { kind: 'lead', intent: leadIntent(shared ? `shared-${clientId}` : identity, { origin, clientId, campaignId }) };
}

/** What a filter is compared with, read by other ways than the list. */
interface Known {
  readonly event: EventSummary;
  readonly clientId: string | undefined;
  readonly campaignId: string | null | undefined;
  readonly failure: { readonly code: string | null; readonly named: string | null } | undefined;
  readonly parked: { readonly code: string | null; readonly named: string | null } | undefined;
}

async function everything(store: Store): Promise<readonly Known[]> {
  const { items } = await store.listEvents({ limit: 10_000 });
  const known: Known[] = [];
  for (const event of items) {
    const { jobs, lead } = await trailOf(store, event.id);
    const parked = jobs.find(({ state, availableAt }) => state === 'pendente' && availableAt === null);
    const failed = event.status === 'erro' ? jobs.findLast(({ state }) => state === 'falhou') : undefined;
    known.push({
      event,
      clientId: lead?.clientId,
      campaignId: lead?.campaignId,
      failure: failed && { code: failed.errorCode, named: failed.named },
      parked: parked && { code: parked.errorCode, named: parked.named },
    });
  }
  return known;
}

function matches({ event, clientId, campaignId, failure, parked }: Known, filter: EventFilter): boolean {
  const fault = filter.parked === true ? parked : failure;
  const is = <Value>(asked: Value | undefined, value: Value): boolean => asked === undefined || asked === value;
  return (
    is(filter.origin, event.origin) &&
    is(filter.status, event.status) &&
    is(filter.eventType, event.eventType) &&
    is(filter.identity, event.identity) &&
    is<string | undefined>(filter.clientId, clientId) &&
    is<string | null | undefined>(filter.campaignId, campaignId) &&
    is<string | null | undefined>(filter.errorCode, fault?.code) &&
    is<string | null | undefined>(filter.named, fault?.named) &&
    (filter.parked !== true || parked !== undefined) &&
    event.receivedAt >= (filter.since ?? 0) &&
    event.receivedAt < (filter.until ?? Number.POSITIVE_INFINITY)
  );
}

/** Given once in so many filters. */
const onceIn = <Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 1, arbitrary }, { weight: times - 1, arbitrary: fc.constant(undefined) });

const filters = fc
  .record({
    origin: onceIn(3, fc.constantFrom('formulario_proprio' as const, 'social_ads' as const, 'search_ads' as const)),
    status: onceIn(3, fc.constantFrom('recebido' as const, 'processado' as const, 'erro' as const)),
    eventType: onceIn(3, fc.constantFrom('lead', 'venda', 'raro', 'nenhum')),
    identity: onceIn(8, fc.constantFrom('a', 'b', 'c')),
    clientId: onceIn(3, fc.constantFrom('1', '2')),
    campaignId: onceIn(3, fc.constant('42')),
    errorCode: onceIn(4, fc.constantFrom('not_linked', 'campaign_unknown')),
    named: onceIn(6, fc.constantFrom('', 'page:1')),
    parked: onceIn(6, fc.constant(true as const)),
    since: onceIn(
      3,
      fc.integer({ min: 0, max: EVENTS }).map((minutes) => T0 + minutes * MINUTE),
    ),
    until: onceIn(
      3,
      fc.integer({ min: 0, max: EVENTS }).map((minutes) => T0 + minutes * MINUTE),
    ),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as EventFilter);

async function pagesOf(store: Store, filter: EventFilter, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await store.listEvents({ ...filter, limit, ...(before === undefined ? {} : { before }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ id }) => id));
    before = page.nextCursor;
  }
  return ids;
}

/** The oracle is a plain scan of everything. */
export function eventFiltersContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('every filter of events', () => {
    test('finds what a plain scan finds, in the same order, whatever the pages', async (store) => {
      await addCampaign(store);
      await store.addClient({ id: null, name: 'Agência Dois' }, operator());
      await tell(store, fc.sample(history, EVENTS));
      const known = await everything(store);
      await fc.assert(
        fc.asyncProperty(filters, fc.constantFrom(3, 50, 1_000), async (filter, limit) => {
          const expected = known.filter((each) => matches(each, filter)).map(({ event }) => event.id);
          expect(await pagesOf(store, filter, limit)).toEqual(expected);
        }),
        { numRuns: 400 },
      );
    });

    test('finds the earlier events of a lead by the campaign that a later one gives it', async (store) => {
      await addCampaign(store);
      const first = await processEvent(store, 'first', leadIntent('one'));
      await store.accept(batchDelivery(Array.from({ length: 300 }, (_, index) => `between-${index}`)));
      const [second] = await accept(store, 'second');
      const job = (await claim(store, { limit: 500 })).find(({ eventId }) => eventId === second);
      await finishLead(store, job as ClaimedJob, leadIntent('one', { campaignId: '42' }));
      expect(await pagesOf(store, { campaignId: '42' }, 10)).toEqual([second, first.eventId]);
    });
  });
}
