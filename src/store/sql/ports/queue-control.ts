import type { EventCount, EventSelection, JobSelection, QueueControl } from '../../../domain/ports.ts';
import type { StoreCore } from '../core.ts';
import { inSteps, parts, reads, writes } from './forwards.ts';
import { prune } from './prune.ts';

/**
 * Jobs and events that an operator changes in one transaction, in which no event is accepted: about 4 ms on SQLite, and 100 to 150 on
 * PostgreSQL.
 */
const PER_STEP = 100;
/** Refused requests deleted in one transaction: each has a body of up to 64 KiB. */
const REFUSED_PER_STEP = 200;
/** Events read between two steps, so that no read takes long either. */
const EVENTS_LOOKED_AT = 5_000;
/** Counting the events that a change would affect stops here. */
const MOST_COUNTED = 10_000;
const COUNTED_PER_PART = 500;
const MOST_COUNTED_PARTS = MOST_COUNTED / COUNTED_PER_PART;

export function queueControl(core: StoreCore): QueueControl {
  /** Selects first, then changes in short steps. */
  async function changeJobs(selection: JobSelection, change: (ids: readonly string[]) => Promise<readonly string[]>) {
    return (await inSteps(selection.ids ?? (await selectJobs(core, selection)), PER_STEP, change)).flat();
  }

  /** Skips events that arrive meanwhile. Returns how many were changed. */
  async function changeEvents(selection: EventSelection, now: number, change: (ids: readonly string[]) => Promise<number>) {
    let touched = 0;
    for await (const ids of eventParts(core, selection, now, PER_STEP)) if (ids.length > 0) touched += await change(ids);
    return touched;
  }

  return {
    countEvents: (selection, now) => countEvents(core, selection, now),
    retryEvents: (selection, queue, operator) =>
      changeEvents(selection, operator.now, async (ids) => (await core.write('retryEvents', ids, operator, queue)).length),
    forgetEvents: (selection, operator) =>
      changeEvents(selection, operator.now, async (ids) => (await core.write('forgetEvents', ids, operator)).length),
    countSelected: (selection, atMost) => countJobs(core, selection, atMost),
    retry: (selection, operator) => changeJobs(selection, (ids) => core.write('retry', ids, operator, isNamed(selection))),
    forget: (selection, operator) => changeJobs(selection, (ids) => core.write('forget', ids, operator, isNamed(selection))),
    forgetRefused: async (ids, operator) =>
      (await inSteps(ids, REFUSED_PER_STEP, (step) => core.write('forgetRefused', step, operator))).flat(),
    prune: (selection, operator, onProgress) => prune(core, selection, operator, onProgress),
    ...reads(core, 'countPrunable'),
    replay: (ids, queue, operator) => core.write('replay', ids, operator, queue),
    ...writes(core, 'setPaused', 'recordActivity', 'noteCurrentSecrets', 'noteReplay'),
  };
}

/** Whether the operator named the jobs or their fault. */
function isNamed({ ids, errorCode }: JobSelection): boolean {
  return ids !== undefined || errorCode !== undefined;
}

/** The ids of all selected jobs, oldest first. */
async function selectJobs(core: StoreCore, selection: JobSelection): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { selected } of parts(0, (after) => core.read('selectJobs', selection, after))) found.push(...selected);
  return found;
}

/** How many jobs are selected, counted up to `atMost`. */
async function countJobs(core: StoreCore, selection: JobSelection, atMost = Number.POSITIVE_INFINITY): Promise<number> {
  if (selection.ids !== undefined) return selection.ids.length;
  let count = 0;
  for await (const { selected } of parts(0, (after) => core.read('countJobs', selection, after))) {
    count += selected;
    if (count >= atMost) return atMost;
  }
  return count;
}

/** How many events the changes would affect: exactly, or at least so many. */
async function countEvents(core: StoreCore, selection: EventSelection, now: number): Promise<EventCount> {
  const count = { retryable: 0, forgettable: 0 };
  let parts = 0;
  for await (const ids of eventParts(core, selection, now, COUNTED_PER_PART)) {
    if (count.retryable >= MOST_COUNTED || parts === MOST_COUNTED_PARTS) return { ...count, atLeast: true };
    const { retryable, forgettable } = await core.read('countChangeable', ids, now);
    count.retryable += retryable;
    count.forgettable += forgettable;
    parts += 1;
  }
  return { ...count, atLeast: false };
}

/** Selected events that may be changed, in parts, newest first: events that arrive meanwhile are newer than all of them. */
async function* eventParts(core: StoreCore, selection: EventSelection, now: number, perPart: number): AsyncGenerator<readonly string[]> {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    for (let from = 0; from < ids.length; from += perPart) yield ids.slice(from, from + perPart);
    return;
  }
  const page = { now, limit: perPart, lookAt: EVENTS_LOOKED_AT };
  for (let before: string | null | undefined; before !== null; ) {
    const from = before;
    const found = await core.read('changeable', selection.filter, from === undefined ? page : { ...page, before: from });
    yield found.ids;
    before = found.next;
  }
}
