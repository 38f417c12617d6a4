import { setTimeout as pause } from 'node:timers/promises';
import { OperatorAction } from '../../../domain/activity.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Operator, PruneSelection } from '../../../domain/ports.ts';
import {
  expiryOf,
  RETENTION_COUNTS,
  type Retention,
  type RetentionCount,
  type RetentionDays,
  RetentionKind,
} from '../../../domain/retention.ts';
import type { StoreCore } from '../core.ts';
import type { ExpiredRow } from '../privacy/find-expired.ts';
import { textId } from '../rows/fields.ts';
import { inSteps, looks, parts, writes } from './forwards.ts';
import { pruneJobs } from './prune.ts';

/** Rows that one transaction changes: a few ms of write lock, so that intake is not delayed. */
const EVENTS_PER_STEP = 100;
const LEADS_PER_STEP = 10;
const REFUSED_PER_STEP = 50;
const LINES_PER_STEP = 500;

/** Thrown between two steps. */
const STOPPED = new Error('stopped');

type GoOn = () => Promise<boolean>;

export function retention(core: StoreCore): Retention {
  return {
    ...looks(core, 'listClientRetentions', 'retentionFacts'),
    ...writes(core, 'setClientRetention'),
    countExpired: (days, now) => countExpired(core, days, now),
    deleteExpired: async (days, operator, goOn = async () => true) => {
      const counts = new Counts();
      const isComplete = await deleteAll(core, days, operator, goOn, counts);
      const isClean = await core.leftovers.cleanIndex(goOn);
      const told = RETENTION_COUNTS.map((kind) => `${kind}:${counts.sum(kind)}`);
      if (counts.all().length > 0) await core.write('recordActivity', OperatorAction.deleteExpired, '', told.join(' '), operator);
      return { counts: counts.all(), isComplete: isComplete && isClean };
    },
  };
}

/** Counts rows by kind and client. */
class Counts {
  readonly #counts = new Map<string, RetentionCount>();

  add(kind: RetentionCount['kind'], client: number | null, count: number): void {
    if (count === 0) return;
    const key = `${kind} ${client}`;
    const before = this.#counts.get(key)?.count ?? 0;
    this.#counts.set(key, { kind, clientId: client === null ? null : textId(client), count: before + count });
  }

  addRows(kind: RetentionKind, rows: readonly ExpiredRow[]): void {
    for (const { client, conversions = 0 } of rows) {
      this.add(kind, client, 1);
      this.add('conversoes', client, conversions);
    }
  }

  all(): readonly RetentionCount[] {
    return [...this.#counts.values()];
  }

  sum(kind: RetentionCount['kind']): number {
    return this.all().reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  }
}

/** Jobs of both queues that ended well. */
function prunable({ jobs }: RetentionDays, now: number): readonly PruneSelection[] {
  const before = expiryOf(jobs, now);
  return before === null ? [] : [DEFAULT_QUEUE, CONVERSION_QUEUE].map((queue) => ({ queue, kind: 'finished', before }));
}

async function countExpired(core: StoreCore, days: RetentionDays, now: number): Promise<readonly RetentionCount[]> {
  const counts = new Counts();
  const [bodies, leads] = [await core.look('expiryNow', 'bodies', days, now), await core.look('expiryNow', 'leads', days, now)];
  for await (const { rows } of parts(0, (from) => core.read('expiredEvents', bodies, from))) counts.addRows(RetentionKind.bodies, rows);
  for await (const { rows } of parts(0, (from) => core.read('expiredLeads', leads, from))) counts.addRows(RetentionKind.leads, rows);
  const [refused, log] = [expiryOf(days.refused, now), expiryOf(days.log, now)];
  if (refused !== null) counts.add(RetentionKind.refused, null, (await core.look('expiredRefused', refused)).length);
  for (const selection of prunable(days, now)) counts.add(RetentionKind.jobs, null, await core.read('countPrunable', selection));
  if (log !== null) counts.add(RetentionKind.log, null, await core.read('countExpiredLog', log));
  return counts.all();
}

/**
 * One run through everything that is too old. What it deletes is gone after each step, so it can be interrupted and repeated. False if it
 * was stopped.
 */
async function deleteAll(core: StoreCore, days: RetentionDays, operator: Operator, goOn: GoOn, counts: Counts): Promise<boolean> {
  const { now } = operator;
  const mayGoOn = async (): Promise<void> => {
    if (!(await goOn())) throw STOPPED;
  };
  /** Changes rows in steps, and rests as long as each has taken; `change` returns which of them it has changed. */
  const inRests = async (
    kind: RetentionKind,
    rows: readonly ExpiredRow[],
    perStep: number,
    change: (ids: readonly number[]) => Promise<readonly number[]>,
  ): Promise<void> => {
    await inSteps(rows, perStep, async (step) => {
      await mayGoOn();
      const startedAt = performance.now();
      const changed = new Set(await change(step.map(({ id }) => id)));
      counts.addRows(
        kind,
        step.filter(({ id }) => changed.has(id)),
      );
      await core.giveBackSpace();
      await pause(performance.now() - startedAt);
    });
  };
  try {
    // Bodies first: the events of anonymous leads have none.
    const bodies = await core.look('expiryNow', 'bodies', days, now);
    for await (const { rows } of parts(0, (from) => core.read('expiredEvents', bodies, from))) {
      await inRests(RetentionKind.bodies, rows, EVENTS_PER_STEP, (ids) => core.write('blankEvents', ids, now));
    }
    const leads = await core.look('expiryNow', 'leads', days, now);
    for await (const { rows } of parts(0, (from) => core.read('expiredLeads', leads, from))) {
      await inRests(RetentionKind.leads, rows, LEADS_PER_STEP, (ids) => core.write('makeAnonymous', ids, leads, operator));
    }
    const refused = expiryOf(days.refused, now);
    if (refused !== null) {
      const rows = (await core.look('expiredRefused', refused)).map((id) => ({ id, client: null }));
      await inRests(RetentionKind.refused, rows, REFUSED_PER_STEP, (ids) => core.write('deleteRefused', ids));
    }
    for (const selection of prunable(days, now)) {
      await mayGoOn();
      const deleted = await pruneJobs(core, selection, goOn);
      counts.add(RetentionKind.jobs, null, await core.write('addDeleted', RetentionKind.jobs, deleted));
    }
    const log = expiryOf(days.log, now);
    let deleted = log === null ? 0 : LINES_PER_STEP;
    while (log !== null && deleted === LINES_PER_STEP) {
      await mayGoOn();
      deleted = await core.write('deleteLog', log, LINES_PER_STEP);
      counts.add(RetentionKind.log, null, deleted);
    }
    return true;
  } catch (error) {
    if (error === STOPPED) return false;
    throw error;
  }
}
