import { adding, COUNTERS, type CounterTable, Tally } from '../sql/tally.ts';
import { blockOf, type Zone } from '../sql/zones.ts';
import type { SqliteConnection } from './connection.ts';

const ADD = Object.entries(COUNTERS).map(([table, { key, counts }]) => {
  const values = [...key, ...counts].map(() => '?').join(', ');
  return { table: table as CounterTable, sql: adding(table, key, counts, `values (${values})`) };
});

/** For every queue: the tables have rows for each minute, and this runs once a minute. */
const DROP_OLD = Object.entries(COUNTERS).flatMap(([table, { minutesKept }]) =>
  minutesKept === null ? [] : [`delete from ${table} where minuto < ? - ${minutesKept}`],
);

const NOTE_USE = `
insert into segredos_usos (origem, segredo, tipo, remetente, ip, visto_em) values (?, ?, ?, ?, ?, ?)
on conflict (origem, segredo, tipo, remetente) do update set ip = excluded.ip, visto_em = excluded.visto_em
where excluded.visto_em > segredos_usos.visto_em`;

const ADD_ZONE = 'insert or ignore into evento_zonas (campo, valor, bloco) values (?, ?, ?)';

/** Zones that are remembered as stored, so that a commit does not store them again. */
const ZONES_REMEMBERED = 10_000;

/** Blocks that hold a value now, by their key. */
type Zones = Map<string, readonly [...Zone, block: number]>;

/** Also notes which blocks of events hold a value. */
export class SqliteTally extends Tally {
  #zones: Zones = new Map();
  #droppedUpTo = 0;
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

  override reset(mark: unknown = [undefined, new Map()]): void {
    const [counts, zones] = mark as [unknown, Zones];
    super.reset(counts);
    this.#zones = zones;
    this.#stored.clear();
    this.#last.clear();
  }

  /** Adds the counts to the tables, inside the open transaction. */
  store(connection: SqliteConnection): void {
    const { rows, uses } = this.collected();
    for (const { table, sql } of ADD) for (const row of rows[table]) connection.statement(sql).run(...row);
    for (const { origin, secret, kind, id, remoteAddress, seenAt } of uses.values()) {
      connection.statement(NOTE_USE).run(origin, secret, kind, id, remoteAddress, seenAt);
    }
    if (this.newestMinute > this.#droppedUpTo) {
      this.#droppedUpTo = this.newestMinute;
      for (const sql of DROP_OLD) connection.statement(sql).run(this.newestMinute);
    }
    this.#storeZones(connection);
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
}
