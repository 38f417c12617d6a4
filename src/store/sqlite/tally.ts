import { type Counts, emptyCounts, MINUTES_KEPT, Tally, TIMES_KEPT } from '../sql/tally.ts';
import { blockOf, type Zone } from '../sql/zones.ts';
import type { SqliteConnection } from './connection.ts';

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

const NOTE_USE = `
insert into segredos_usos (origem, segredo, tipo, remetente, ip, visto_em) values (?, ?, ?, ?, ?, ?)
on conflict (origem, segredo, tipo, remetente) do update set ip = excluded.ip, visto_em = excluded.visto_em
where excluded.visto_em > segredos_usos.visto_em`;

const ADD_ZONE = 'insert or ignore into evento_zonas (campo, valor, bloco) values (?, ?, ?)';

/** Zones that are remembered as stored, so that a commit does not store them again. */
const ZONES_REMEMBERED = 10_000;

/** For every queue: the table has one row per queue and minute of 15 days, and this runs once a minute. */
const DROP_OLD_MINUTES = 'delete from fila_minutos where minuto < ?';

/** The key of both starts with the minute, so only expired rows are read. */
const DROP_OLD_TIMES = 'delete from fila_tempos where minuto < ?';
const DROP_OLD_RECEIVED = 'delete from origem_minutos where minuto < ?';

/** Blocks that hold a value now, by their key. */
type Zones = Map<string, readonly [...Zone, block: number]>;

type MinuteCounts = Counts['minutes'] extends Map<string, Map<number, infer Minute>> ? Minute : never;

/** Also notes which blocks of events hold a value. */
export class SqliteTally extends Tally {
  #zones: Zones = new Map();
  #newestMinute = 0;
  /** Zones that a transaction has stored; forgotten when one is rolled back. */
  #stored = new Set<string>();
  /** The last value and block of each field: the events of a batch mostly share both. */
  readonly #last = new Map<Zone[0], { readonly value: string; readonly block: number }>();

  /** Records that an event has a value. */
  override holds(eventRow: number, [field, value]: Zone): void {
    const block = blockOf(eventRow);
    const last = this.#last.get(field);
    if (last?.value === value && last.block === block) return;
    this.#last.set(field, { value, block });
    const key = `${block} ${field} ${value}`;
    if (!this.#stored.has(key)) this.#zones.set(key, [field, value, block]);
  }

  override mark(): unknown {
    return [super.mark(), new Map(this.#zones)];
  }

  override reset(mark: unknown = [emptyCounts(), new Map()]): void {
    const [counts, zones] = mark as [Counts, Zones];
    super.reset(counts);
    this.#zones = zones;
    this.#stored.clear();
    this.#last.clear();
  }

  /** Adds the counts to the tables, inside the open transaction. */
  store(connection: SqliteConnection): void {
    const { totals, minutes, uses, received } = this.counts;
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
    this.#storeZones(connection);
    this.counts = emptyCounts();
  }

  #storeZones(connection: SqliteConnection): void {
    const zones = this.#zones;
    this.#zones = new Map();
    if (this.#stored.size + zones.size > ZONES_REMEMBERED) this.#stored.clear();
    for (const [key, zone] of zones) {
      connection.statement(ADD_ZONE).run(...zone);
      this.#stored.add(key);
    }
  }

  #dropOld(connection: SqliteConnection, minute: number): void {
    if (minute <= this.#newestMinute) return;
    this.#newestMinute = minute;
    connection.statement(DROP_OLD_MINUTES).run(minute - MINUTES_KEPT);
    connection.statement(DROP_OLD_TIMES).run(minute - TIMES_KEPT);
    connection.statement(DROP_OLD_RECEIVED).run(minute - TIMES_KEPT);
  }
}

function storeMinute(connection: SqliteConnection, queue: string, minute: number, { finished, failed, times }: MinuteCounts): void {
  if (finished + failed > 0) connection.statement(ADD_TO_MINUTE).run(queue, minute, finished, failed);
  for (const measure of ['espera', 'execucao'] as const) {
    for (const [bucket, count] of times[measure]) connection.statement(ADD_TO_TIMES).run(minute, queue, measure, bucket, count);
  }
}
