import type { Operator } from '../../../domain/ports.ts';
import { RetentionKind } from '../../../domain/retention.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder } from '../in-order.ts';
import { noteBlanked } from '../operations/blanked-rows.ts';
import { eventsOfLead } from '../queries/events-of-lead.ts';
import { idWindow } from '../queries/id-window.ts';
import { idsOf } from '../queries/walk.ts';
import { BEFORE_BLANKING, blankRow, eraseEventOnly, leaveBatches } from './erase-people.ts';
import { keyOfNewErasure } from './erased-people.ts';
import { doneAmong, type ExpiredEvent, type Expiry, expiredLeads, OLD_LINE } from './find-expired.ts';
import { ownRowsOf } from './find-people.ts';
import { PERSONAL_TABLES } from './personal-columns.ts';

const ADD_TOTAL = `
insert into retencao_totais (tipo, total) values (?, ?) on conflict (tipo) do update set total = retencao_totais.total + excluded.total`;

/** Adds to what was ever deleted. */
export async function addDeleted(connection: Connection, kind: RetentionKind, count: number): Promise<number> {
  if (count > 0) await connection.run(ADD_TOTAL, kind, count);
  return count;
}

const BLANK_RECEIVED = PERSONAL_TABLES.flatMap(({ table, key, blank: blanks, received = [] }) =>
  received.length === 0
    ? []
    : [
        `update ${table} set ${received.map((column) => `${column} = ${blanks[column]}`).join(', ')}
         where ${key} in (select value from json_each(?))`,
      ],
);

const NOTE_BLANKED = 'update evento_fins set corpo_apagado_em = ? where evento_id in (select value from json_each(?))';

/** Blanks what was received with events or fetched for them, unless one runs again meanwhile. Returns which were blanked. */
export async function blankEvents(connection: Connection, events: readonly number[], now: number): Promise<readonly number[]> {
  const done = await doneAmong(connection, events);
  await leaveBatches(connection, done);
  const blanked = done.map(({ id }) => id);
  const ids = JSON.stringify(blanked);
  for (const sql of BLANK_RECEIVED) await connection.run(sql, ids);
  await connection.run(NOTE_BLANKED, now, ids);
  await noteBlanked(connection, 'eventos', blanked);
  await addDeleted(connection, RetentionKind.bodies, blanked.length);
  return blanked;
}

/** As in an erasure, but nobody is erased: only the events stay known, so that a resend does not bring the lead back. */
const BEFORE_ANONYMOUS = { ...BEFORE_BLANKING, eventos: eraseEventOnly, evento_reenvios: async () => undefined };

/** One row for each run. */
const THIS_RUN = 'select id from apagamentos where id = (select max(id) from apagamentos) and em = ? and por_prazo = 1';

const BEGIN = 'insert into apagamentos (em, quem, chave, concluido_em, por_prazo) values (?, ?, ?, ?, 1)';

const ADD_COUNTS = 'update apagamentos set leads = leads + ?, eventos = eventos + ? where id = ?';

const EVENTS = `
select id, identidade as identity, lote_id as batch from eventos where id in (select value from json_each(?)) and corpo <> x''`;

/** Makes leads anonymous, with their events, unless something has happened to them meanwhile. Returns which. */
export async function makeAnonymous(
  connection: Connection,
  leads: readonly number[],
  expiry: Expiry,
  operator: Operator,
): Promise<readonly number[]> {
  const expired = await filterInOrder(leads, async (lead) => (await expiredLeads(connection, expiry, lead, lead + 1)).rows.length > 0);
  if (expired.length === 0) return [];
  const erasure = await runOf(connection, operator);
  const events = await eventsOfLead(connection, ...expired);
  await leaveBatches(connection, await connection.all<ExpiredEvent>(EVENTS, JSON.stringify(events)));
  const erasing = { connection, erasure, before: BEFORE_ANONYMOUS };
  for (const table of PERSONAL_TABLES)
    for (const row of await ownRowsOf(connection, table.table, expired, events)) await blankRow(erasing, table, row);
  await connection.run(ADD_COUNTS, expired.length, events.length, erasure);
  await addDeleted(connection, RetentionKind.leads, expired.length);
  return expired;
}

async function runOf(connection: Connection, { now, name }: Operator): Promise<number> {
  const [known] = await idsOf(connection, THIS_RUN, now);
  return known ?? (await connection.insert(BEGIN, now, name, await keyOfNewErasure(connection), now));
}

const DELETE_REFUSED = 'delete from requisicoes_recusadas where id in (select value from json_each(?)) returning id';

/** Returns which were there. */
export async function deleteRefused(connection: Connection, ids: readonly number[]): Promise<readonly number[]> {
  const deleted = await idsOf(connection, DELETE_REFUSED, JSON.stringify(ids));
  await addDeleted(connection, RetentionKind.refused, deleted.length);
  return deleted;
}

/** The trigger of the log allows it only while the limit is stored. */
const OPEN_LOG = 'insert into registro_prazo (id, antes_de) values (1, ?) on conflict (id) do update set antes_de = excluded.antes_de';

const CLOSE_LOG = 'delete from registro_prazo';

const OLD_LINES = `select id from registro_operadores where ${OLD_LINE} order by id limit ?`;

const DELETE_LINES = 'delete from registro_operadores where id in (select value from json_each(?))';

/** Deletes up to `limit` of the oldest lines of the operators' log. */
export async function deleteLog(connection: Connection, before: number, limit: number): Promise<number> {
  const { below } = await idWindow(connection, 'registro_operadores', { until: before });
  const lines = await idsOf(connection, OLD_LINES, below, before, limit);
  await connection.run(OPEN_LOG, before);
  await connection.run(DELETE_LINES, JSON.stringify(lines));
  await connection.run(CLOSE_LOG);
  return await addDeleted(connection, RetentionKind.log, lines.length);
}
