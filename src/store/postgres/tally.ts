import type { Connection, SqlValue } from '../sql/connection.ts';
import { adding, COUNTERS, type CounterTable, Tally } from '../sql/tally.ts';

/** Each connection counts in a part of its own, so that no transaction waits for another one's counters. */
const PART = 'pg_backend_pid() % 256';

const TEXTS: readonly string[] = ['fila', 'grupo', 'medida', 'origem'];

/** The tables of the parts; the views of `COUNTERS` add them up. */
export const PARTS = Object.entries(COUNTERS).map(([name, { key, counts, minutesKept }]) => ({
  name: name as CounterTable,
  table: `${name}_partes`,
  key,
  counts,
  isText: (column: string) => TEXTS.includes(column),
  minutesKept,
}));

const ADD = PARTS.map(({ name, table, key, counts, isText }) => {
  const values = [...key, ...counts].map((column, index) => (isText(column) ? `c ->> ${index}` : `(c ->> ${index})::bigint`));
  const from = `select ${values.toSpliced(key.length, 0, PART).join(', ')} from json_array_elements(?::json) c`;
  return { name, sql: adding(table, [...key, 'parte'], counts, from) };
});

/** A row that another transaction is deleting is left to it. */
const DROP_OLD = PARTS.flatMap(({ table, minutesKept }) => {
  const old = `select ctid from ${table} where minuto < ?::bigint - ${minutesKept} for update skip locked`;
  return minutesKept === null ? [] : [`delete from ${table} where ctid in (${old})`];
});

const SENDER = '(origem, segredo, tipo, remetente)';

/**
 * What another transaction is noting at this moment is left to it, except for a sender's first use: the row of a secret that all senders use
 * would be locked until its commit is on disk, here and on a synchronous standby, and all services would commit one after the other.
 */
const NOTE_USE = `
with seen (origem, segredo, tipo, remetente, ip, visto_em) as (values (?, ?, ?, ?, ?, ?::bigint)),
known as (select id from segredos_usos join seen using ${SENDER}),
noted as (
  update segredos_usos u set ip = seen.ip, visto_em = seen.visto_em from seen
  where id = (select id from segredos_usos where id in (select id from known) and visto_em < seen.visto_em for update skip locked)
)
insert into segredos_usos (origem, segredo, tipo, remetente, ip, visto_em)
select * from seen where not exists (select 1 from known) on conflict ${SENDER} do nothing`;

type Statement = readonly [sql: string, ...parameters: readonly SqlValue[]];

export class PostgresTally extends Tally {
  /** The statements that add the counts to the tables, inside the open transaction. */
  take(): readonly Statement[] {
    const { rows, uses } = this.collected();
    const counted = ADD.flatMap(({ name, sql }): Statement[] => {
      const changed = rows[name].map((row) => JSON.stringify(row));
      return changed.length === 0 ? [] : [[sql, `[${changed.toSorted(compare)}]`]];
    });
    const used = [...uses]
      .toSorted(([a], [b]) => compare(a, b))
      .map(([, use]): Statement => {
        const { origin, secret, kind, id, remoteAddress, seenAt } = use;
        return [NOTE_USE, origin, secret, kind, id, remoteAddress, seenAt];
      });
    return [...counted, ...used];
  }

  /** Deletes figures that are too old. */
  static async dropOld(connection: Connection, minute: number): Promise<void> {
    for (const sql of DROP_OLD) await connection.run(sql, minute);
  }
}

/** Rows are changed in one order by all transactions: in the order of arrival, two of them could wait for each other. */
function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
