import { fillQueue } from './fill.ts';
import { queryNumber, runQueueWork } from './lead-intake.ts';
import type { PartContext } from './part.ts';

/** What a grown file must contain. Events that do not wait are processed: each has its lead and its conversion. */
export interface Size {
  readonly events: number;
  readonly waiting: number;
}

/** The events are spread over this time, ms. */
const HISTORY_MS = 90 * 24 * 3_600_000;
/** Events between two lines of progress. */
const STEP = 250_000;

/**
 * Grows a database to a size, from any smaller size. Events are accepted through the store's own port and processed by `queue work`, so
 * that every table, index, counter and trigger of any schema is filled as in production. Only the two queries that count know the schema.
 * Takes about five minutes for five million events on an idle machine with two cores.
 */
export async function grow(database: string, size: Size, { bench, say }: Pick<PartContext, 'bench' | 'say'>): Promise<void> {
  const has = queryNumber(database, 'select count(*) from webhook_eventos');
  const done = size.events - size.waiting;
  const end = Date.now();
  const timeOf = (position: number): number => end - HISTORY_MS * (1 - position / size.events);
  const accept = async (from: number, until: number): Promise<void> => {
    for (let position = from; position < until; position += STEP) {
      const next = Math.min(until, position + STEP);
      await fillQueue(database, { count: next - position, eventType: 'conversion', from: timeOf(position), until: timeOf(next) });
      say(`${next.toLocaleString('en-US')} events accepted`);
    }
  };
  await accept(has, done);
  const { processed, perSecond } = await runQueueWork(bench, database, '--batch', '500', '--memory', '4096');
  say(`${processed.toLocaleString('en-US')} leads made, ${Math.round(perSecond).toLocaleString('en-US')} a second`);
  await accept(Math.max(has, done), size.events);
  check(database, size);
}

function check(database: string, { events, waiting }: Size): void {
  const isEvents = queryNumber(database, 'select count(*) from webhook_eventos');
  const isWaiting = queryNumber(database, "select count(*) from fila_jobs where estado = 'pendente'");
  const isLeads = queryNumber(database, 'select count(*) from leads');
  if (isEvents !== events || isWaiting !== waiting || isLeads !== events - waiting) {
    throw new Error(`the grown file holds ${isEvents} events, ${isWaiting} waiting jobs and ${isLeads} leads`);
  }
}
