import { field, isJsonObject, readJson, scalarText } from '../../../base/exact-json.ts';
import type { WrongClientEvent } from '../../../domain/delivery-ports.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder, flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, contactKey } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { textId } from '../rows/fields.ts';
import { CONVERSION_JOBS } from '../rows/job-rows.ts';

const CLIENTS = 'select id from clientes';

/** A sale with a click id, which a CRM can report before the lead arrives, is not the lead. */
const NO_SALE = `e.especie <> '${EVENT_KIND_WORDS.conversion}'`;

/** Uses the index of contacts; leads of other sources may have the same click id. */
const LEAD_WITH_CLICK = `
select 1 from json_each(?) found cross join leads l on l.id = found.value join eventos e on e.id = l.evento_id
where l.search_click_id = ? and l.origem = ? and ${NO_SALE} limit 1`;

/** Events without a lead are searched themselves: this many that wait and this many that failed, the newest. */
const MOST_OPEN = 2_000;

const openBodies = (stream: string): string => `
select e.corpo from (${stream}) open cross join eventos e on e.id = open.id where e.origem = ? and ${NO_SALE} order by e.id desc limit ${MOST_OPEN}`;

const WAITING_BODIES = openBodies(`select id from fila_vivos where id < ${CONVERSION_JOBS}`);

const FAILED_BODIES = openBodies('select evento_id as id from evento_fins where erro_codigo is not null');

const WRONG_CLIENT = `
select e.id, e.identidade, e.corpo, e.cliente_limite
from evento_fins f cross join eventos e on e.id = f.evento_id
where f.erro_codigo = 'wrong_client' and e.origem = ? and e.especie = 'lead' and e.cliente_limite is not null
order by f.evento_id desc limit ${MOST_OPEN}`;

interface WrongClientRow {
  readonly id: number;
  readonly identidade: string;
  readonly corpo: Uint8Array;
  readonly cliente_limite: number;
}

const KIND = CONTACT_FIELDS.find(({ field: name }) => name === 'searchClickId')?.kind ?? 0;
const CLICK_KEYS = ['gcl_id', 'gclid', 'search_click_id'];

/** Which of these search click ids belong to a lead of the source, or to one of its newest events without a lead. */
export async function knownClickIds(connection: Connection, origin: Origin, clickIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (clickIds.length === 0) return new Set();
  const clients = (await connection.all<{ readonly id: number }>(CLIENTS)).map(({ id }) => id);
  const keys = connection.keys(CONTACT_KEYS);
  const asked = clickIds.map((clickId) => ({ clickId, keys: clients.map((client) => contactKey(client, KIND, clickId)) }));
  // One query for all of them: most belong to nobody.
  const taken = new Set(await keys.taken(asked.flatMap((one) => one.keys)));
  const isOfLead = async (own: readonly number[], clickId: string): Promise<boolean> => {
    const ids = JSON.stringify(await flatMapInOrder(own, async (key) => await keys.find(key)));
    return (await connection.get(LEAD_WITH_CLICK, ids, clickId, origin)) !== undefined;
  };
  const open = await openClickIds(connection, origin);
  const known = await filterInOrder(asked, async ({ clickId, keys: all }) => {
    const own = all.filter((key) => taken.has(key));
    return open.has(clickId) || (own.length > 0 && (await isOfLead(own, clickId)));
  });
  return new Set(known.map(({ clickId }) => clickId));
}

/** `Reconciliation.wrongClientEvents`. */
export async function wrongClientEvents(connection: Connection, origin: Origin): Promise<readonly WrongClientEvent[]> {
  const rows = await connection.all<WrongClientRow>(WRONG_CLIENT, origin);
  return rows.map((row) => ({
    eventId: textId(row.id),
    identity: row.identidade,
    body: row.corpo,
    clickIds: clickIdsOf(row.corpo),
    limitedTo: textId(row.cliente_limite),
  }));
}

async function openClickIds(connection: Connection, origin: Origin): Promise<ReadonlySet<string>> {
  const bodies = await flatMapInOrder(
    [WAITING_BODIES, FAILED_BODIES],
    async (sql) => await connection.all<{ corpo: Uint8Array }>(sql, origin),
  );
  return new Set(bodies.flatMap(({ corpo }) => clickIdsOf(corpo)));
}

function clickIdsOf(body: Uint8Array): readonly string[] {
  const json = readJson(body);
  if (!json.ok || !isJsonObject(json.value)) return [];
  const { value } = json;
  return CLICK_KEYS.flatMap((key) => scalarText(field(value, key)) ?? []);
}
