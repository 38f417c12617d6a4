import type { Connection } from './connection.ts';

/** Jobs that are counted: waiting, parked, finished, failed (those that a newer job superseded left out). */
export type JobGroup = 'pendente' | 'estacionado' | 'concluido' | 'falhou';

/** How far back the figures of each minute are kept, in minutes: a week. */
const MINUTES_KEPT = 10_080;

const ADD_TO_TOTAL = `
insert into fila_totais (fila, grupo, total) values (?, ?, ?)
on conflict (fila, grupo) do update set total = total + excluded.total`;

const ADD_TO_MINUTE = `
insert into fila_minutos (fila, minuto, concluidos, falhas) values (?, ?, ?, ?)
on conflict (fila, minuto) do update set concluidos = concluidos + excluded.concluidos, falhas = falhas + excluded.falhas`;

/** Of every queue: the table has one row per queue and minute of a week, and this happens once a minute. */
const DROP_OLD_MINUTES = 'delete from fila_minutos where minuto < ?';

interface Minute {
  finished: number;
  failed: number;
}

/** By queue, then by group or by minute since 1970. */
interface Counts {
  readonly totals: Map<string, Map<JobGroup, number>>;
  readonly minutes: Map<string, Map<number, Minute>>;
}

/**
 * Counts jobs while a transaction moves them, and is stored with it: one statement per queue and group, where a trigger
 * would need one per job. Counting a million waiting jobs takes 50 ms, reading their number 5 µs.
 */
export class Tally {
  #counts: Counts = emptyCounts();
  #newestMinute = 0;

  /** `by` jobs more (or fewer, when negative) in a group. */
  add(queue: string, group: JobGroup, by: number): void {
    const groups = entry(this.#counts.totals, queue, () => new Map<JobGroup, number>());
    groups.set(group, (groups.get(group) ?? 0) + by);
  }

  /** One more job that ended at this time (UTC ms). */
  ended(queue: string, group: 'concluido' | 'falhou', now: number): void {
    this.add(queue, group, 1);
    const minutes = entry(this.#counts.minutes, queue, () => new Map<number, Minute>());
    const minute = entry(minutes, Math.floor(now / 60_000), () => ({ finished: 0, failed: 0 }));
    if (group === 'concluido') minute.finished += 1;
    else minute.failed += 1;
  }

  /** What was counted so far, to go back to when a part of the transaction is undone. */
  mark(): unknown {
    return structuredClone(this.#counts);
  }

  /** Goes back to a mark; without one, forgets everything: the whole transaction was undone. */
  reset(mark: unknown = emptyCounts()): void {
    this.#counts = mark as Counts;
  }

  /** Adds what was counted to the tables, inside the open transaction. */
  store(connection: Connection): void {
    const { totals, minutes } = this.#counts;
    for (const [queue, groups] of totals) {
      for (const [group, total] of groups) if (total !== 0) connection.statement(ADD_TO_TOTAL).run(queue, group, total);
    }
    for (const [queue, ofQueue] of minutes) {
      for (const [minute, { finished, failed }] of ofQueue) this.#storeMinute(connection, queue, minute, finished, failed);
    }
    this.reset();
  }

  #storeMinute(connection: Connection, queue: string, minute: number, finished: number, failed: number): void {
    connection.statement(ADD_TO_MINUTE).run(queue, minute, finished, failed);
    if (minute <= this.#newestMinute) return;
    this.#newestMinute = minute;
    connection.statement(DROP_OLD_MINUTES).run(minute - MINUTES_KEPT);
  }
}

function emptyCounts(): Counts {
  return { totals: new Map(), minutes: new Map() };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
