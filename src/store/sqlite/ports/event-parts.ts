/** Bulk changes of events, part by part: no look and no transaction takes long, however many events are meant. */
import type { EventCount, EventSelection } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

/** Events an operator changes in one transaction; fewer than jobs, because their jobs have to be found first. */
const EVENTS_PER_STEP = 500;
/** Events looked at between two steps, so that no read takes long either. */
const EVENTS_LOOKED_AT = 5_000;
/** Counting what a change would touch ends here. */
const MOST_COUNTED = 10_000;
const MOST_COUNTED_PARTS = 20;

/**
 * Changes the selected events that may be changed. What arrives meanwhile is left alone.
 *
 * @param change changes one part and returns how many it touched
 * @returns how many were touched
 */
export async function changeEvents(
  core: SqliteCore,
  selection: EventSelection,
  now: number,
  change: (ids: readonly string[]) => Promise<number>,
): Promise<number> {
  let touched = 0;
  for await (const ids of eventParts(core, selection, now)) if (ids.length > 0) touched += await change(ids);
  return touched;
}

/** What the changes would touch: so many, or at least so many. */
export async function countEvents(core: SqliteCore, selection: EventSelection, now: number): Promise<EventCount> {
  const count = { retryable: 0, forgettable: 0 };
  let parts = 0;
  for await (const ids of eventParts(core, selection, now)) {
    if (count.retryable >= MOST_COUNTED || parts === MOST_COUNTED_PARTS) return { ...count, atLeast: true };
    const { retryable, forgettable } = await core.reader.read('lists', 'countChangeable', ids, now);
    count.retryable += retryable;
    count.forgettable += forgettable;
    parts += 1;
  }
  return { ...count, atLeast: false };
}

/** Parts of the selected events that may be changed, the newest first: what arrives meanwhile is newer than all of them. */
async function* eventParts(core: SqliteCore, selection: EventSelection, now: number): AsyncGenerator<readonly string[]> {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    for (let from = 0; from < ids.length; from += EVENTS_PER_STEP) yield ids.slice(from, from + EVENTS_PER_STEP);
    return;
  }
  const page = { now, limit: EVENTS_PER_STEP, lookAt: EVENTS_LOOKED_AT };
  for (let before: string | null | undefined; before !== null; ) {
    const from = before;
    const found = await core.reader.read('lists', 'changeable', selection.filter, from === undefined ? page : { ...page, before: from });
    yield found.ids;
    before = found.next;
  }
}
