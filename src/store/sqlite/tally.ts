import { bucketOf } from '../../base/log-histogram.ts';
import { JobState } from '../../domain/job.ts';
import type { Origin } from '../../domain/origin.ts';
import type { SecretUse } from '../../domain/secret-rotation.ts';
import { NOTE_USE } from '../sql/operations/named-secrets.ts';
import type { CountedGroup, Measure, Tally } from '../sql/tally.ts';
import { blockOf, type Zone } from '../sql/zones.ts';
import type { SqliteConnection } from './connection.ts';

/** How long figures per minute are kept, in minutes: 15 days, because the first page of the admin shows 14. */
const MINUTES_KEPT = 21_600;
/**
 * How long the waiting and running times and the numbers of received events are kept, in minutes: a day, because each minute has up to a
 * hundred rows.
 */
const TIMES_KEPT = 1_440;

const ADD_TO_TOTAL = `
insert into fila_totais (fila, grupo, total) values (?, ?, ?)
on conflict (fila, grupo) do update set total = total + excluded.total`;

const ADD_TO_MINUTE = `
insert into fila_minutos (fila, minuto, concluidos, falhas) values (?, ?, ?, ?)
on conflict (fila, minuto) do update set concluidos = concluidos + excluded.concluidos, falhas = falhas + excluded.falhas`;

const ADD_TO_TIMES = `
insert into fila_tempos (minuto, fila, medida, faixa, total) values (?, ?, ?, ?, ?)
on conflict (minuto, fila, medida, faixa) do update set total = total + excluded.total`;

const ADD_RECEIVED = `
insert into origem_minutos (minuto, origem, recebidos) values (?, ?, ?)
on conflict (minuto, origem) do update set recebidos = recebidos + excluded.recebidos`;

const ADD_ZONE = 'insert or ignore into evento_zonas (campo, valor, bloco) values (?, ?, ?)';

/** Zones that are remembered as stored, so that a commit does not store them again. */
const ZONES_REMEMBERED = 10_000;

/** For every queue: the table has one row per queue and minute of 15 days, and this runs once a minute. */
const DROP_OLD_MINUTES = 'delete from fila_minutos where minuto < ?';

/** The key of both starts with the minute, so only expired rows are read. */
const DROP_OLD_TIMES = 'delete from fila_tempos where minuto < ?';
const DROP_OLD_RECEIVED = 'delete from origem_minutos where minuto < ?';

interface Minute {
  finished: number;
  failed: number;
  /** How many jobs fell into each bucket. */
  readonly times: { readonly [measure in Measure]: Map<number, number> };
}

/** By queue, then by group or by minute since 1970. */
interface Counts {
  readonly totals: Map<string, Map<CountedGroup, number>>;
  readonly minutes: Map<string, Map<number, Minute>>;
  /** The last use of a secret by each sender. */
  readonly uses: Map<string, SecretUse>;
  /** Events received, by source, then by minute. */
  readonly received: Map<Origin, Map<number, number>>;
  /** Blocks that hold a value now, by their key. */
  readonly zones: Map<string, readonly [...Zone, block: number]>;
}

/**
 * Counts jobs while a transaction moves them and is stored with it: one statement per queue and group, where a trigger would need one per
 * job. Counting a million waiting jobs takes 50 ms, reading their number 5 µs. Waiting and running times work the same way, because jobs
 * claimed or ended together fall into a few buckets; so do uses of secrets, because a commit has few senders.
 */
export class SqliteTally implements Tally {
  #counts: Counts = emptyCounts();
  #newestMinute = 0;
  /** Zones that a transaction has stored; forgotten when one is rolled back. */
  #stored = new Set<string>();
  /** The last value and block of each field: the events of a batch mostly share both. */
  readonly #last = new Map<Zone[0], { readonly value: string; readonly block: number }>();

  /** Adds `by` jobs to a group; negative removes. */
  add(queue: string, group: CountedGroup, by: number): void {
    const groups = entry(this.#counts.totals, queue, () => new Map<CountedGroup, number>());
    groups.set(group, (groups.get(group) ?? 0) + by);
  }

  /** Records a job's first claim: created at `madeAt`, claimed at `now` (UTC ms). */
  begun(queue: string, madeAt: number, now: number): void {
    this.#measure(this.#minute(queue, now), 'espera', now - madeAt);
  }

  /** Records a job's end: claimed at `claimedAt`, ended at `now` (UTC ms). */
  ended(queue: string, group: typeof JobState.done | typeof JobState.failed, claimedAt: number, now: number): void {
    this.add(queue, group, 1);
    const minute = this.#minute(queue, now);
    if (group === JobState.done) minute.finished += 1;
    else minute.failed += 1;
    this.#measure(minute, 'execucao', now - claimedAt);
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
    const minute = Math.floor(now / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }

  /** Records that an event has a value. */
  holds(eventRow: number, [field, value]: Zone): void {
    const block = blockOf(eventRow);
    const last = this.#last.get(field);
    if (last?.value === value && last.block === block) return;
    this.#last.set(field, { value, block });
    const key = `${block} ${field} ${value}`;
    if (!this.#stored.has(key)) this.#counts.zones.set(key, [field, value, block]);
  }

  /** A snapshot of the counts, to restore if a part of the transaction is rolled back. */
  mark(): unknown {
    return structuredClone(this.#counts);
  }

  /** Restores a snapshot; without one clears all counts: the whole transaction was rolled back. */
  reset(mark: unknown = emptyCounts()): void {
    this.#counts = mark as Counts;
    this.#stored.clear();
    this.#last.clear();
  }

  /** Adds the counts to the tables, inside the open transaction. */
  store(connection: SqliteConnection): void {
    const { totals, minutes, uses, received, zones } = this.#counts;
    for (const [queue, groups] of totals) {
      for (const [group, total] of groups) if (total !== 0) connection.statement(ADD_TO_TOTAL).run(queue, group, total);
    }
    for (const [queue, ofQueue] of minutes) {
      for (const [minute, figures] of ofQueue) storeMinute(connection, queue, minute, figures);
      this.#dropOld(connection, Math.max(...ofQueue.keys()));
    }
    for (const { origin, secret, kind, id, remoteAddress, seenAt } of uses.values()) {
      connection.statement(NOTE_USE).run(origin, secret, kind, id, remoteAddress, seenAt);
    }
    for (const [origin, ofOrigin] of received) {
      for (const [minute, count] of ofOrigin) connection.statement(ADD_RECEIVED).run(minute, origin, count);
      this.#dropOld(connection, Math.max(...ofOrigin.keys()));
    }
    this.#storeZones(connection, zones);
    this.#counts = emptyCounts();
  }

  #storeZones(connection: SqliteConnection, zones: Counts['zones']): void {
    if (this.#stored.size + zones.size > ZONES_REMEMBERED) this.#stored.clear();
    for (const [key, zone] of zones) {
      connection.statement(ADD_ZONE).run(...zone);
      this.#stored.add(key);
    }
  }

  #minute(queue: string, now: number): Minute {
    const minutes = entry(this.#counts.minutes, queue, () => new Map<number, Minute>());
    return entry(minutes, Math.floor(now / 60_000), emptyMinute);
  }

  #measure(minute: Minute, measure: Measure, ms: number): void {
    const counts = minute.times[measure];
    const bucket = bucketOf(ms);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }

  #dropOld(connection: SqliteConnection, minute: number): void {
    if (minute <= this.#newestMinute) return;
    this.#newestMinute = minute;
    connection.statement(DROP_OLD_MINUTES).run(minute - MINUTES_KEPT);
    connection.statement(DROP_OLD_TIMES).run(minute - TIMES_KEPT);
    connection.statement(DROP_OLD_RECEIVED).run(minute - TIMES_KEPT);
  }
}

function storeMinute(connection: SqliteConnection, queue: string, minute: number, { finished, failed, times }: Minute): void {
  if (finished + failed > 0) connection.statement(ADD_TO_MINUTE).run(queue, minute, finished, failed);
  for (const measure of ['espera', 'execucao'] as const) {
    for (const [bucket, count] of times[measure]) connection.statement(ADD_TO_TIMES).run(minute, queue, measure, bucket, count);
  }
}

function emptyMinute(): Minute {
  return { finished: 0, failed: 0, times: { espera: new Map(), execucao: new Map() } };
}

function emptyCounts(): Counts {
  return { totals: new Map(), minutes: new Map(), uses: new Map(), received: new Map(), zones: new Map() };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
