import type { Translated } from '../base/language.ts';
import type { Reports } from '../domain/report-ports.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** What was sent, and what the service said it took, by the ids of the submissions. */
export interface Expected {
  readonly sent: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
}

/** The outcome of the comparison. Everything but the first three counts is 0 when delivery is exact. */
export interface DeliveryReport {
  readonly acknowledged: number;
  readonly storedEvents: number;
  readonly storedLeads: number;
  /** Acknowledged, but not stored. */
  readonly missingEvents: number;
  /** Stored more than once. */
  readonly doubledEvents: number;
  /** Stored, although nobody sent them. */
  readonly unknownEvents: number;
  /** Stored events whose processing failed or did not end. */
  readonly unprocessedEvents: number;
  /** Stored events without a lead. */
  readonly missingLeads: number;
  /** Leads beyond the first of an event. */
  readonly doubledLeads: number;
  /** Leads of no event that was sent. */
  readonly unknownLeads: number;
  /** Leads with no conversion, or with more than one. */
  readonly wrongConversions: number;
}

/** Rows read at a time. */
const PAGE = 1_000;

/**
 * Compares what was sent with everything that is stored. An event without an acknowledgement may be stored (the answer was
 * lost in a crash) and then needs its lead as well. Run it when nothing waits in the queue any more.
 */
export async function checkDelivery(reports: Pick<Reports, 'listEvents' | 'listLeads'>, expected: Expected): Promise<DeliveryReport> {
  const events = await countEvents(reports);
  const leads = await countLeads(reports);
  const stored = [...events.times];
  return {
    acknowledged: expected.acknowledged.size,
    storedEvents: sum(stored.map(([, times]) => times)),
    storedLeads: sum([...leads.times.values()]),
    missingEvents: [...expected.acknowledged].filter((id) => !events.times.has(id)).length,
    doubledEvents: stored.filter(([, times]) => times > 1).length,
    unknownEvents: stored.filter(([id]) => !expected.sent.has(id)).length,
    unprocessedEvents: events.unprocessed,
    missingLeads: stored.filter(([id]) => !leads.times.has(id)).length,
    doubledLeads: sum([...leads.times.values()].map((times) => times - 1)),
    unknownLeads: [...leads.times.keys()].filter((id) => !events.times.has(id)).length,
    wrongConversions: leads.wrongConversions,
  };
}

/** One sentence for each way in which delivery was not exact; none: it was. */
export function violations(report: DeliveryReport): readonly Translated<string>[] {
  const sentences: readonly [count: number, sentence: Translated<string>][] = [
    [report.missingEvents, inEveryLanguage((m) => m.cli.bench.acknowledgedButNotStored)],
    [report.doubledEvents, inEveryLanguage((m) => m.cli.bench.storedMoreThanOnce)],
    [report.unknownEvents, inEveryLanguage((m) => m.cli.bench.storedAlthoughNobodySent)],
    [report.unprocessedEvents, inEveryLanguage((m) => m.cli.bench.notProcessed)],
    [report.missingLeads, inEveryLanguage((m) => m.cli.bench.withoutALead)],
    [report.doubledLeads, inEveryLanguage((m) => m.cli.bench.leadsTooManyTheir)],
    [report.unknownLeads, inEveryLanguage((m) => m.cli.bench.leadsBelongNoEvent)],
    [report.wrongConversions, inEveryLanguage((m) => m.cli.bench.leadsWithoutExactlyOne)],
  ];
  return sentences
    .filter(([count]) => count > 0)
    .map(([count, sentence]) => inEveryLanguage((_m, language) => `${count} ${sentence[language]}`));
}

async function countEvents(reports: Pick<Reports, 'listEvents'>): Promise<{ times: Map<string, number>; unprocessed: number }> {
  const times = new Map<string, number>();
  let unprocessed = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const page = await reports.listEvents({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    for (const { identity, status } of page.items) {
      times.set(identity, (times.get(identity) ?? 0) + 1);
      if (status !== 'processado') unprocessed += 1;
    }
    before = page.nextCursor;
  }
  return { times, unprocessed };
}

async function countLeads(reports: Pick<Reports, 'listLeads'>): Promise<{ times: Map<string, number>; wrongConversions: number }> {
  const times = new Map<string, number>();
  let wrongConversions = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const page = await reports.listLeads({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    for (const { identity, conversions } of page.items) {
      times.set(identity, (times.get(identity) ?? 0) + 1);
      if (conversions !== 1) wrongConversions += 1;
    }
    before = page.nextCursor;
  }
  return { times, wrongConversions };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
