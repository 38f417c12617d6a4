import type { Translated } from '../base/language.ts';
import { everyItem } from '../cli/pages.ts';
import type { Reports } from '../domain/report-ports.ts';
import { EventStatus } from '../domain/webhook-event.ts';
import { en } from '../messages/en.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** What was sent, and what the service acknowledged, by the ids of the submissions. */
export interface Expected {
  readonly sent: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
}

/** The result of the comparison. If delivery is exact, every count except the first three is 0. */
export interface DeliveryReport {
  readonly acknowledged: number;
  readonly storedEvents: number;
  readonly storedLeads: number;
  /** Acknowledged, but not stored. */
  readonly missingEvents: number;
  /** Stored more than once. */
  readonly doubledEvents: number;
  /** Stored but never sent. */
  readonly unknownEvents: number;
  /** Stored events whose processing failed or did not finish. */
  readonly unprocessedEvents: number;
  /** Stored events without a lead. */
  readonly missingLeads: number;
  /** Leads beyond the first of an event. */
  readonly doubledLeads: number;
  /** Leads of events that were not sent. */
  readonly unknownLeads: number;
  /** Leads without a conversion, or with more than one. */
  readonly wrongConversions: number;
}

/**
 * Compares what was sent with everything that is stored. An event without an acknowledgement may be stored (the answer was lost in a crash)
 * and then needs its lead as well. Run it once the queue is empty.
 */
export async function checkDelivery(reports: Pick<Reports, 'listEvents' | 'listLeads'>, expected: Expected): Promise<DeliveryReport> {
  const events = await tally(
    everyItem((page) => reports.listEvents(page)),
    ({ status }) => status !== EventStatus.processed,
  );
  const leads = await tally(
    everyItem((page) => reports.listLeads(page)),
    ({ conversions }) => conversions !== 1,
  );
  const stored = [...events.times];
  return {
    acknowledged: expected.acknowledged.size,
    storedEvents: sum(stored.map(([, times]) => times)),
    storedLeads: sum([...leads.times.values()]),
    missingEvents: [...expected.acknowledged].filter((id) => !events.times.has(id)).length,
    doubledEvents: stored.filter(([, times]) => times > 1).length,
    unknownEvents: stored.filter(([id]) => !expected.sent.has(id)).length,
    unprocessedEvents: events.wrong,
    missingLeads: stored.filter(([id]) => !leads.times.has(id)).length,
    doubledLeads: sum([...leads.times.values()].map((times) => times - 1)),
    unknownLeads: [...leads.times.keys()].filter((id) => !events.times.has(id)).length,
    wrongConversions: leads.wrong,
  };
}

/** One sentence per violation; empty if delivery was exact. */
export function violations(report: DeliveryReport): readonly Translated<string>[] {
  const ways = Object.keys(en.cli.bench.violations) as (keyof typeof en.cli.bench.violations)[];
  return ways.filter((way) => report[way] > 0).map((way) => inEveryLanguage((m) => `${report[way]} ${m.cli.bench.violations[way]}`));
}

/** How often each identity is stored, and how many rows are not as they should be. */
async function tally<Row extends { readonly identity: string }>(rows: AsyncIterable<Row>, isWrong: (row: Row) => boolean) {
  const times = new Map<string, number>();
  let wrong = 0;
  for await (const row of rows) {
    times.set(row.identity, (times.get(row.identity) ?? 0) + 1);
    if (isWrong(row)) wrong += 1;
  }
  return { times, wrong };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
