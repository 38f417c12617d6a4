import type { EventCount, EventSelection, JobSelection, Operator, QueueControl } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

/** Free pages given back to the file system after each pruned batch; small, so that the write lock is held shortly. */
const VACUUM_PAGES = 256;
/** Jobs an operator changes in one transaction: about 20 ms of write lock, so that intake does not notice. */
const JOBS_PER_STEP = 1_000;
/** The same for events, whose jobs have to be found first. */
const EVENTS_PER_STEP = 500;
/** Events looked at between two steps, so that no read takes long either. */
const EVENTS_LOOKED_AT = 5_000;
/** Counting what a change would touch ends here. */
const MOST_COUNTED = 10_000;
const MOST_COUNTED_PARTS = 20;

export function queueControl(core: SqliteCore): QueueControl {
  const { writer, reports } = core;

  /** Selects first, then works in short steps. */
  async function inSteps(name: 'retry' | 'forget', selection: JobSelection, operator: Operator): Promise<readonly string[]> {
    const ids = selection.ids ?? (await core.lookAtLists((lists) => lists.selectJobs(selection)));
    const touched: string[] = [];
    for (let from = 0; from < ids.length; from += JOBS_PER_STEP) {
      touched.push(...(await writer.write(name, ids.slice(from, from + JOBS_PER_STEP), operator)));
    }
    return touched;
  }

  /** Parts of the selected events that may be changed, the newest first: what arrives meanwhile is newer than all of them. */
  async function* eventParts(selection: EventSelection, now: number): AsyncGenerator<readonly string[]> {
    if ('ids' in selection) {
      const ids = [...new Set(selection.ids)];
      for (let from = 0; from < ids.length; from += EVENTS_PER_STEP) yield ids.slice(from, from + EVENTS_PER_STEP);
      return;
    }
    const page = { now, limit: EVENTS_PER_STEP, lookAt: EVENTS_LOOKED_AT };
    for (let before: string | null | undefined; before !== null; ) {
      const from = before;
      const found = await core.lookAtLists((lists) =>
        lists.changeable(selection.filter, from === undefined ? page : { ...page, before: from }),
      );
      yield found.ids;
      before = found.next;
    }
  }

  async function changeEvents(
    selection: EventSelection,
    operator: Operator,
    change: (ids: readonly string[]) => Promise<number>,
  ): Promise<number> {
    let touched = 0;
    for await (const ids of eventParts(selection, operator.now)) if (ids.length > 0) touched += await change(ids);
    return touched;
  }

  async function countEvents(selection: EventSelection, now: number): Promise<EventCount> {
    const count = { retryable: 0, forgettable: 0 };
    let parts = 0;
    for await (const ids of eventParts(selection, now)) {
      if (count.retryable >= MOST_COUNTED || parts === MOST_COUNTED_PARTS) return { ...count, atLeast: true };
      const { retryable, forgettable } = await core.lookAtLists((lists) => lists.countChangeable(ids, now));
      count.retryable += retryable;
      count.forgettable += forgettable;
      parts += 1;
    }
    return { ...count, atLeast: false };
  }

  return {
    countEvents,
    retryEvents: (selection, queue, operator) =>
      changeEvents(selection, operator, (ids) => writer.write('retryEvents', ids, queue, operator)),
    forgetEvents: (selection, operator) => changeEvents(selection, operator, (ids) => writer.write('forgetEvents', ids, operator)),
    countSelected: (selection, atMost) => core.lookAtLists((lists) => lists.countSelected(selection, atMost)),
    retry: (selection, operator) => inSteps('retry', selection, operator),
    forget: (selection, operator) => inSteps('forget', selection, operator),
    replay: (eventIds, queue, operator) => writer.write('replay', eventIds, queue, operator),
    pause: (queue, operator) => writer.write('pause', queue, operator),
    resume: (queue, operator) => writer.write('resume', queue, operator),
    countPrunable: (queue, before) => core.look(() => reports.countPrunable(queue, before)),
    pruneBatch: async (queue, before, limit) => {
      const pruned = await writer.write('pruneBatch', queue, before, limit);
      // A step of its own: it moves pages and would otherwise lengthen the transaction that deletes.
      await writer.write('giveBackSpace', VACUUM_PAGES);
      return pruned;
    },
    recordActivity: (action, target, detail, operator) => writer.write('recordActivity', action, target, detail, operator),
    markRefusedReplayed: (id, eventId, now) => writer.write('markRefusedReplayed', id, eventId, now),
  };
}
