import { describe, expect, test } from 'vitest';
import { checkDelivery, violations } from '../../src/benchmark/exact-delivery.ts';
import type { LeadView } from '../../src/domain/lead.ts';
import type { Page } from '../../src/domain/report-ports.ts';
import type { EventSummary } from '../../src/domain/webhook-event.ts';

type StoredEvent = Pick<EventSummary, 'identity' | 'status'>;
type StoredLead = Pick<LeadView, 'identity' | 'conversions'>;

/** More than two pages, so that the cursor must be followed. */
const IDS = Array.from({ length: 2_500 }, (_value, index) => `bench-${index}`);

function event(identity: string): StoredEvent {
  return { identity, status: 'processado' };
}

function lead(identity: string): StoredLead {
  return { identity, conversions: 1 };
}

function pageOf<Row>(rows: readonly Row[], query: { before?: string; limit: number }): Page<Row> {
  const from = Number(query.before ?? 0);
  const next = from + query.limit;
  return { items: rows.slice(from, next), nextCursor: next < rows.length ? String(next) : null };
}

async function sentences(
  events: readonly StoredEvent[],
  leads: readonly StoredLead[],
  expected: { sent?: readonly string[]; acknowledged?: readonly string[] } = {},
): Promise<readonly string[]> {
  const reports = {
    listEvents: async (query: { before?: string; limit: number }) => pageOf(events as EventSummary[], query),
    listLeads: async (query: { before?: string; limit: number }) => pageOf(leads as LeadView[], query),
  };
  const { sent = IDS, acknowledged = IDS } = expected;
  const report = await checkDelivery(reports, { sent: new Set(sent), acknowledged: new Set(acknowledged) });
  return violations(report).map(({ en }) => en);
}

const EVENTS = IDS.map(event);
const LEADS = IDS.map(lead);

describe('exact delivery', () => {
  test('everything acknowledged is stored once and has one lead with one conversion', async () => {
    expect(await sentences(EVENTS, LEADS)).toEqual([]);
  });

  test('what was sent and not acknowledged may be stored, or not', async () => {
    expect(await sentences(EVENTS, LEADS, { acknowledged: IDS.slice(10) })).toEqual([]);
    expect(await sentences(EVENTS.slice(10), LEADS.slice(10), { acknowledged: IDS.slice(10) })).toEqual([]);
  });

  test('an acknowledged submission that is not stored is missing', async () => {
    expect(await sentences(EVENTS.slice(1), LEADS.slice(1))).toEqual(['1 acknowledged but not stored']);
  });

  test('an event without a lead', async () => {
    expect(await sentences(EVENTS, LEADS.slice(0, -2))).toEqual(['2 without a lead']);
  });

  test('a doubled lead', async () => {
    expect(await sentences(EVENTS, [...LEADS, lead('bench-7')])).toEqual(['1 duplicate leads: their events already have one']);
  });

  test('a doubled event', async () => {
    expect(await sentences([...EVENTS, event('bench-7')], LEADS)).toEqual(['1 stored more than once']);
  });

  test('an event that nobody sent', async () => {
    const found = await sentences([...EVENTS, event('stranger')], [...LEADS, lead('stranger')]);
    expect(found).toEqual(['1 stored, although nobody sent them']);
  });

  test('a lead of no event', async () => {
    expect(await sentences(EVENTS, [...LEADS, lead('stranger')])).toEqual(['1 leads without an event']);
  });

  test('an event that failed, or still waits', async () => {
    const events = [
      ...EVENTS.slice(2),
      { ...event('bench-0'), status: 'erro' as const },
      { ...event('bench-1'), status: 'recebido' as const },
    ];
    expect(await sentences(events, LEADS)).toEqual(['2 not processed']);
  });

  test('a lead without a conversion, or with two', async () => {
    const leads = [...LEADS.slice(2), { ...lead('bench-0'), conversions: 0 }, { ...lead('bench-1'), conversions: 2 }];
    expect(await sentences(EVENTS, leads)).toEqual(['2 leads without exactly one conversion']);
  });
});
