import { bucketOf } from '../../base/log-histogram.ts';
import { type JobGroup, JobState } from '../../domain/job.ts';
import type { Origin } from '../../domain/origin.ts';
import type { SecretUse } from '../../domain/secret-rotation.ts';
import type { Zone } from './zones.ts';

/** The groups with a stored total: waiting, parked, finished, failed. */
export type CountedGroup = Exclude<JobGroup, typeof JobGroup.running | typeof JobGroup.delayed>;

/** Measured times of a job: from its creation to its first claim, and from its last claim to its end. */
export type Measure = (typeof MEASURES)[number];

const MEASURES = ['espera', 'execucao'] as const;

/** How long figures per minute are kept, in minutes: 15 days, because the first page of the admin shows 14. */
const MINUTES_KEPT = 21_600;
/** How long times and numbers of received events are kept, in minutes: a day, because each minute has up to a hundred rows. */
const TIMES_KEPT = 1_440;

/** The tables of counters: what their rows are for, what they count, and how many minutes are kept; `null` if they count since ever. */
export const COUNTERS = {
  fila_totais: { key: ['fila', 'grupo'], counts: ['total'], minutesKept: null },
  fila_minutos: { key: ['fila', 'minuto'], counts: ['concluidos', 'falhas'], minutesKept: MINUTES_KEPT },
  fila_tempos: { key: ['minuto', 'fila', 'medida', 'faixa'], counts: ['total'], minutesKept: TIMES_KEPT },
  origem_minutos: { key: ['minuto', 'origem'], counts: ['recebidos'], minutesKept: TIMES_KEPT },
} as const;

export type CounterTable = keyof typeof COUNTERS;

/** What is to be added to a row of a table of counters: its key, then its counts. */
type CounterRow = readonly (string | number)[];

/** A statement that adds counts to rows; `values` is where they come from. */
export function adding(table: string, key: readonly string[], counts: readonly string[], values: string): string {
  const sums = counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`);
  return `
insert into ${table} (${[...key, ...counts].join(', ')}) ${values}
on conflict (${key.join(', ')}) do update set ${sums.join(', ')}`;
}

interface Minute {
  finished: number;
  failed: number;
  /** How many jobs fell into each bucket. */
  readonly times: Readonly<Record<Measure, Map<number, number>>>;
}

/** What a transaction has counted: by queue, then by group or by minute since 1970. */
interface Counts {
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
  #counts: Counts = emptyCounts();
  /** Since 1970. */
  protected newestMinute = 0;

  /** Adds `by` jobs to a group; negative removes. */
  add(queue: string, group: CountedGroup, by: number): void {
    const groups = entry(this.#counts.totals, queue, () => new Map<CountedGroup, number>());
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
    const known = this.#counts.uses.get(key);
    if (known === undefined || known.seenAt < use.seenAt) this.#counts.uses.set(key, use);
  }

  /** Records a new event of a source. */
  received(origin: Origin, now: number): void {
    const minutes = entry(this.#counts.received, origin, () => new Map<number, number>());
    const minute = this.#minuteAt(now);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }

  /** Records that an event has a value that lists are filtered by. */
  holds(_eventRow: number, _zone: Zone): void {}

  /** A snapshot of the counts, to restore if a part of the transaction is rolled back. */
  mark(): unknown {
    return structuredClone(this.#counts);
  }

  /** Restores a snapshot; without one clears all counts: the whole transaction was rolled back. */
  reset(mark: unknown = emptyCounts()): void {
    this.#counts = mark as Counts;
  }

  /** Takes out what was counted: the rows to add to each table, and the uses of secrets by their keys. */
  protected collected(): { readonly rows: Readonly<Record<CounterTable, readonly CounterRow[]>>; readonly uses: Counts['uses'] } {
    const { totals, minutes, uses, received } = this.#counts;
    this.#counts = emptyCounts();
    const rows: Record<CounterTable, CounterRow[]> = { fila_totais: [], fila_minutos: [], fila_tempos: [], origem_minutos: [] };
    for (const [queue, groups] of totals) {
      for (const [group, total] of groups) if (total !== 0) rows.fila_totais.push([queue, group, total]);
    }
    for (const [queue, ofQueue] of minutes) {
      for (const [minute, { finished, failed, times }] of ofQueue) {
        if (finished + failed > 0) rows.fila_minutos.push([queue, minute, finished, failed]);
        for (const which of MEASURES)
          for (const [bucket, count] of times[which]) rows.fila_tempos.push([minute, queue, which, bucket, count]);
      }
    }
    for (const [origin, ofOrigin] of received) {
      for (const [minute, count] of ofOrigin) rows.origem_minutos.push([minute, origin, count]);
    }
    return { rows, uses };
  }

  #minute(queue: string, now: number): Minute {
    const minutes = entry(this.#counts.minutes, queue, () => new Map<number, Minute>());
    return entry(minutes, this.#minuteAt(now), emptyMinute);
  }

  #minuteAt(now: number): number {
    const minute = Math.floor(now / 60_000);
    if (minute > this.newestMinute) this.newestMinute = minute;
    return minute;
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

function emptyCounts(): Counts {
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
