import type { Connection, SqlValue } from '../sql/connection.ts';
import { emptyCounts, MINUTES_KEPT, Tally, TIMES_KEPT } from '../sql/tally.ts';

/** Each connection counts in a part of its own, so that no transaction waits for another one's counters. */
const PART = 'pg_backend_pid() % 256';

const ADD_TOTALS = `
insert into fila_totais_partes (fila, grupo, parte, total)
select c ->> 0, c ->> 1, ${PART}, (c ->> 2)::bigint from json_array_elements(?::json) c
on conflict (fila, grupo, parte) do update set total = fila_totais_partes.total + excluded.total`;

const ADD_MINUTES = `
insert into fila_minutos_partes (fila, minuto, parte, concluidos, falhas)
select c ->> 0, (c ->> 1)::bigint, ${PART}, (c ->> 2)::bigint, (c ->> 3)::bigint from json_array_elements(?::json) c
on conflict (fila, minuto, parte) do update
set concluidos = fila_minutos_partes.concluidos + excluded.concluidos, falhas = fila_minutos_partes.falhas + excluded.falhas`;

const ADD_TIMES = `
insert into fila_tempos_partes (fila, minuto, medida, faixa, parte, total)
select c ->> 0, (c ->> 1)::bigint, c ->> 2, (c ->> 3)::bigint, ${PART}, (c ->> 4)::bigint from json_array_elements(?::json) c
on conflict (minuto, fila, medida, faixa, parte) do update set total = fila_tempos_partes.total + excluded.total`;

const ADD_RECEIVED = `
insert into origem_minutos_partes (origem, minuto, parte, recebidos)
select c ->> 0, (c ->> 1)::bigint, ${PART}, (c ->> 2)::bigint from json_array_elements(?::json) c
on conflict (minuto, origem, parte) do update set recebidos = origem_minutos_partes.recebidos + excluded.recebidos`;

/** A row that another transaction is deleting is left to it. */
const DROP_OLD = (
  [
    ['fila_minutos_partes', MINUTES_KEPT],
    ['fila_tempos_partes', TIMES_KEPT],
    ['origem_minutos_partes', TIMES_KEPT],
  ] as const
).map(([table, kept]) => {
  const old = `select ctid from ${table} where minuto < ?::bigint - ${kept} for update skip locked`;
  return `delete from ${table} where ctid in (${old})`;
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

/** A statement and its parameters. */
type Statement = readonly [sql: string, ...parameters: readonly SqlValue[]];

/** What one transaction counts. */
export class PostgresTally extends Tally {
  /** The statements that add the counts to the tables, inside the open transaction. */
  take(): readonly Statement[] {
    const { totals, minutes, uses, received } = this.counts;
    this.counts = emptyCounts();
    const changed = [...totals].flatMap(([queue, groups]) => [...groups].map(([group, total]) => [queue, group, total] as const));
    const figures = [...minutes].flatMap(([queue, ofQueue]) => [...ofQueue].map(([minute, figure]) => ({ queue, minute, ...figure })));
    const ended = figures.filter(({ finished, failed }) => finished + failed > 0);
    const times = figures.flatMap(({ queue, minute, times: measured }) =>
      (['espera', 'execucao'] as const).flatMap((which) =>
        [...measured[which]].map(([bucket, count]) => [queue, minute, which, bucket, count]),
      ),
    );
    const arrived = [...received].flatMap(([origin, ofOrigin]) => [...ofOrigin].map(([minute, count]) => [origin, minute, count]));
    return [
      ...adding(
        ADD_TOTALS,
        changed.filter(([, , total]) => total !== 0),
      ),
      ...adding(
        ADD_MINUTES,
        ended.map(({ queue, minute, finished, failed }) => [queue, minute, finished, failed]),
      ),
      ...adding(ADD_TIMES, times),
      ...adding(ADD_RECEIVED, arrived),
      ...[...uses]
        .toSorted(([a], [b]) => compare(a, b))
        .map(([, { origin, secret, kind, id, remoteAddress, seenAt }]): Statement => {
          return [NOTE_USE, origin, secret, kind, id, remoteAddress, seenAt];
        }),
    ];
  }

  /** Deletes figures that are too old. */
  static async dropOld(connection: Connection, minute: number): Promise<void> {
    for (const sql of DROP_OLD) await connection.run(sql, minute);
  }
}

function adding(sql: string, rows: readonly unknown[]): readonly Statement[] {
  return rows.length === 0 ? [] : [[sql, `[${rows.map((row) => JSON.stringify(row)).toSorted(compare)}]`]];
}

/** Rows are changed in one order by all transactions: in the order of arrival, two of them could wait for each other. */
function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
