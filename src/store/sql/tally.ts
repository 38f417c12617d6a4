import { bucketOf } from '../../base/log-histogram.ts';
import { type JobGroup, JobState } from '../../domain/job.ts';
import type { Origin } from '../../domain/origin.ts';
import type { SecretUse } from '../../domain/secret-rotation.ts';
import type { Zone } from './zones.ts';

/** The groups with a stored total: waiting, parked, finished, failed. */
export type CountedGroup = Exclude<JobGroup, typeof JobGroup.running | typeof JobGroup.delayed>;

/** Measured times of a job: from its creation to its first claim, and from its last claim to its end. */
export type Measure = 'espera' | 'execucao';

/** How long figures per minute are kept, in minutes: 15 days, because the first page of the admin shows 14. */
export const MINUTES_KEPT = 21_600;
/**
 * How long the waiting and running times and the numbers of received events are kept, in minutes: a day, because each minute has up to a
 * hundred rows.
 */
export const TIMES_KEPT = 1_440;

interface Minute {
  finished: number;
  failed: number;
  /** How many jobs fell into each bucket. */
  readonly times: { readonly [measure in Measure]: Map<number, number> };
}

/** What a transaction has counted: by queue, then by group or by minute since 1970. */
export interface Counts {
  readonly totals: Map<string, Map<CountedGroup, number>>;
  readonly minutes: Map<string, Map<number, Minute>>;
  /** The last use of a secret by each sender. */
  readonly uses: Map<string, SecretUse>;
  /** Events received, by source, then by minute. */
  readonly received: Map<Origin, Map<number, number>>;
}

/**
 * Counts jobs while a transaction moves them and is stored with it: one statement per queue and group, where a trigger would need one per
 * job. Counting a million waiting jobs takes 50 ms, reading their number 5 µs. Waiting and running times work the same way, because jobs
 * claimed or ended together fall into a few buckets; so do uses of secrets, because a commit has few senders.
 */
export class Tally {
  protected counts: Counts = emptyCounts();

  /** Adds `by` jobs to a group; negative removes. */
  add(queue: string, group: CountedGroup, by: number): void {
    const groups = entry(this.counts.totals, queue, () => new Map<CountedGroup, number>());
    groups.set(group, (groups.get(group) ?? 0) + by);
  }

  /** Records a job's first claim: created at `madeAt`, claimed at `now` (UTC ms). */
  begun(queue: string, madeAt: number, now: number): void {
    measure(this.#minute(queue, now), 'espera', now - madeAt);
  }

  /** Records a job's end: claimed at `claimedAt`, ended at `now` (UTC ms). */
  ended(queue: string, group: typeof JobState.done | typeof JobState.failed, claimedAt: number, now: number): void {
    this.add(queue, group, 1);
    const minute = this.#minute(queue, now);
    if (group === JobState.done) minute.finished += 1;
    else minute.failed += 1;
    measure(minute, 'execucao', now - claimedAt);
  }

  /** Records a sender's use of a secret. */
  used(use: SecretUse): void {
    const key = `${use.origin} ${use.secret} ${use.kind} ${use.id}`;
    const known = this.counts.uses.get(key);
    if (known === undefined || known.seenAt < use.seenAt) this.counts.uses.set(key, use);
  }

  /** Records a new event of a source. */
  received(origin: Origin, now: number): void {
    const minutes = entry(this.counts.received, origin, () => new Map<number, number>());
    const minute = Math.floor(now / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }

  /** Records that an event has a value that lists are filtered by. */
  holds(_eventRow: number, _zone: Zone): void {}

  /** A snapshot of the counts, to restore if a part of the transaction is rolled back. */
  mark(): unknown {
    return structuredClone(this.counts);
  }

  /** Restores a snapshot; without one clears all counts: the whole transaction was rolled back. */
  reset(mark: unknown = emptyCounts()): void {
    this.counts = mark as Counts;
  }

  #minute(queue: string, now: number): Minute {
    const minutes = entry(this.counts.minutes, queue, () => new Map<number, Minute>());
    return entry(minutes, Math.floor(now / 60_000), emptyMinute);
  }
}

function measure(minute: Minute, which: Measure, ms: number): void {
  const counts = minute.times[which];
  const bucket = bucketOf(ms);
  counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
}

function emptyMinute(): Minute {
  return { finished: 0, failed: 0, times: { espera: new Map(), execucao: new Map() } };
}

export function emptyCounts(): Counts {
  return { totals: new Map(), minutes: new Map(), uses: new Map(), received: new Map() };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
