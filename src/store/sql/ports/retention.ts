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
import type { ExpiredRow, Expiry } from '../privacy/find-expired.ts';
import { textId } from '../rows/fields.ts';
import { inSteps, looks, reads, writes } from './forwards.ts';
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
    ...looks(core, 'listClientRetentions'),
    ...reads(core, 'retentionFacts'),
    ...writes(core, 'setClientRetention'),
    countExpired: (days, now) => countExpired(core, days, now),
    deleteExpired: async (days, operator, goOn = async () => true) => {
      const counts = new Counts();
      const isComplete = await new Deletion(core, days, operator, goOn, counts).run();
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

type ExpiredRead = 'expiredEvents' | 'expiredLeads';

/** All rows that are too old, in parts read in short steps. */
async function* expiredParts(core: StoreCore, read: ExpiredRead, expiry: Expiry): AsyncGenerator<readonly ExpiredRow[]> {
  let next: number | null = 0;
  while (next !== null) {
    const found: Awaited<ReturnType<typeof readPart>> = await readPart(core, read, expiry, next);
    yield found.rows;
    next = found.next;
  }
}

function readPart(core: StoreCore, read: ExpiredRead, expiry: Expiry, from: number) {
  return core.read(read, expiry, from);
}

/** Jobs of both queues that ended well. */
function prunable({ jobs }: RetentionDays, now: number): readonly PruneSelection[] {
  const before = expiryOf(jobs, now);
  return before === null ? [] : [DEFAULT_QUEUE, CONVERSION_QUEUE].map((queue) => ({ queue, kind: 'finished', before }));
}

async function countExpired(core: StoreCore, days: RetentionDays, now: number): Promise<readonly RetentionCount[]> {
  const counts = new Counts();
  const [bodies, leads] = [await core.look('expiryNow', 'bodies', days, now), await core.look('expiryNow', 'leads', days, now)];
  for await (const rows of expiredParts(core, 'expiredEvents', bodies)) counts.addRows(RetentionKind.bodies, rows);
  for await (const rows of expiredParts(core, 'expiredLeads', leads)) counts.addRows(RetentionKind.leads, rows);
  const [refused, log] = [expiryOf(days.refused, now), expiryOf(days.log, now)];
  if (refused !== null) counts.add(RetentionKind.refused, null, (await core.look('expiredRefused', refused)).length);
  for (const selection of prunable(days, now)) counts.add(RetentionKind.jobs, null, await core.read('countPrunable', selection));
  if (log !== null) counts.add(RetentionKind.log, null, await core.read('countExpiredLog', log));
  return counts.all();
}

/** One run through everything that is too old. What it deletes is gone after each step, so it can be interrupted and repeated. */
class Deletion {
  readonly #core: StoreCore;
  readonly #days: RetentionDays;
  readonly #operator: Operator;
  readonly #goOn: GoOn;
  readonly #counts: Counts;

  constructor(core: StoreCore, days: RetentionDays, operator: Operator, goOn: GoOn, counts: Counts) {
    this.#core = core;
    this.#days = days;
    this.#operator = operator;
    this.#goOn = goOn;
    this.#counts = counts;
  }

  /** False if it was stopped. */
  async run(): Promise<boolean> {
    try {
      // Bodies first: the events of anonymous leads have none.
      await this.#blankBodies();
      await this.#makeLeadsAnonymous();
      await this.#deleteRefused();
      await this.#pruneJobs();
      await this.#deleteLog();
      return true;
    } catch (error) {
      if (error === STOPPED) return false;
      throw error;
    }
  }

  async #blankBodies(): Promise<void> {
    const { now } = this.#operator;
    const expiry = await this.#core.look('expiryNow', 'bodies', this.#days, now);
    for await (const part of expiredParts(this.#core, 'expiredEvents', expiry)) {
      await this.#change(RetentionKind.bodies, part, EVENTS_PER_STEP, (ids) => this.#core.write('blankEvents', ids, now));
    }
  }

  async #makeLeadsAnonymous(): Promise<void> {
    const expiry = await this.#core.look('expiryNow', 'leads', this.#days, this.#operator.now);
    for await (const part of expiredParts(this.#core, 'expiredLeads', expiry)) {
      await this.#change(RetentionKind.leads, part, LEADS_PER_STEP, (ids) =>
        this.#core.write('makeAnonymous', ids, expiry, this.#operator),
      );
    }
  }

  async #deleteRefused(): Promise<void> {
    const before = expiryOf(this.#days.refused, this.#operator.now);
    if (before === null) return;
    const rows = (await this.#core.look('expiredRefused', before)).map((id) => ({ id, client: null }));
    await this.#change(RetentionKind.refused, rows, REFUSED_PER_STEP, (ids) => this.#core.write('deleteRefused', ids));
  }

  /** Changes rows in steps, and rests as long as each has taken; `change` returns which of them it has changed. */
  async #change(
    kind: RetentionKind,
    rows: readonly ExpiredRow[],
    perStep: number,
    change: (ids: readonly number[]) => Promise<readonly number[]>,
  ): Promise<void> {
    await inSteps(rows, perStep, async (step) => {
      await this.#mayGoOn();
      const startedAt = performance.now();
      const changed = new Set(await change(step.map(({ id }) => id)));
      this.#counts.addRows(
        kind,
        step.filter(({ id }) => changed.has(id)),
      );
      await this.#core.giveBackSpace();
      await pause(performance.now() - startedAt);
    });
  }

  async #pruneJobs(): Promise<void> {
    for (const selection of prunable(this.#days, this.#operator.now)) {
      await this.#mayGoOn();
      const deleted = await pruneJobs(this.#core, selection, this.#goOn);
      this.#counts.add(RetentionKind.jobs, null, await this.#core.write('addDeleted', RetentionKind.jobs, deleted));
    }
  }

  async #deleteLog(): Promise<void> {
    const before = expiryOf(this.#days.log, this.#operator.now);
    let deleted = before === null ? 0 : LINES_PER_STEP;
    while (before !== null && deleted === LINES_PER_STEP) {
      await this.#mayGoOn();
      deleted = await this.#core.write('deleteLog', before, LINES_PER_STEP);
      this.#counts.add(RetentionKind.log, null, deleted);
    }
  }

  async #mayGoOn(): Promise<void> {
    if (!(await this.#goOn())) throw STOPPED;
  }
}
