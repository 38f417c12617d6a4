import { field, isJsonObject, readJson, scalarText } from '../../../base/exact-json.ts';
import type { KnownClick, WrongClientEvent } from '../../../domain/delivery-ports.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, contactKey } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { textId } from '../rows/fields.ts';
import { CONVERSION_JOBS } from '../rows/job-rows.ts';

const CLIENTS = 'select id from clientes';

/** A sale with a click id, which a CRM can report before the lead arrives, is not the lead. */
const NO_SALE = `e.especie <> '${EVENT_KIND_WORDS.conversion}'`;

/** Uses the index of contacts; leads of other sources may have the same click id. */
const LEADS_WITH_CLICK = `
select l.email_normalizado as email, l.telefone_chave as phone, e.corpo
from json_each(?) found cross join leads l on l.id = found.value join eventos e on e.id = l.evento_id
where l.search_click_id = ? and l.origem = ? and ${NO_SALE}`;

interface LeadWithClickRow {
  readonly email: string | null;
  readonly phone: string | null;
  readonly corpo: Uint8Array;
}

/** Events that will be leads are searched themselves: this many that wait and this many that failed, the newest. */
const MOST_OPEN = 2_000;

const bodiesOf = (stream: string): string => `
select e.corpo from (${stream}) open cross join eventos e on e.id = open.id where e.origem = ? and e.especie = '${EVENT_KIND_WORDS.lead}' order by e.id desc limit ${MOST_OPEN}`;

const WAITING_BODIES = bodiesOf(`select id from fila_vivos where id < ${CONVERSION_JOBS}`);

const FAILED_BODIES = bodiesOf('select evento_id as id from evento_fins where erro_codigo is not null');

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

/** `Reconciliation.knownClicks`. */
export async function knownClicks(connection: Connection, origin: Origin, clickIds: readonly string[]): Promise<readonly KnownClick[]> {
  if (clickIds.length === 0) return [];
  const clients = (await connection.all<{ readonly id: number }>(CLIENTS)).map(({ id }) => id);
  const keys = connection.keys(CONTACT_KEYS);
  const asked = [...new Set(clickIds)].map((clickId) => ({ clickId, keys: clients.map((client) => contactKey(client, KIND, clickId)) }));
  // One query for all of them: most belong to nobody.
  const taken = new Set(await keys.taken(asked.flatMap((one) => one.keys)));
  const ofLeads = await flatMapInOrder(asked, async ({ clickId, keys: all }) => {
    const own = all.filter((key) => taken.has(key));
    if (own.length === 0) return [];
    const ids = JSON.stringify(await flatMapInOrder(own, async (key) => await keys.find(key)));
    const rows = await connection.all<LeadWithClickRow>(LEADS_WITH_CLICK, ids, clickId, origin);
    return rows.map(({ email, phone, corpo }) => ({ clickId, contacts: [email, phone].filter((one) => one !== null), body: corpo }));
  });
  const sought = new Set(clickIds);
  const ofEvents = (await openBodies(connection, origin)).flatMap((body) =>
    clickIdsOf(body).flatMap((clickId) => (sought.has(clickId) ? [{ clickId, contacts: [], body }] : [])),
  );
  return [...ofLeads, ...ofEvents];
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

async function openBodies(connection: Connection, origin: Origin): Promise<readonly Uint8Array[]> {
  const rows = await flatMapInOrder(
    [WAITING_BODIES, FAILED_BODIES],
    async (sql) => await connection.all<{ readonly corpo: Uint8Array }>(sql, origin),
  );
  return rows.map(({ corpo }) => corpo);
}

function clickIdsOf(body: Uint8Array): readonly string[] {
  const json = readJson(body);
  if (!json.ok || !isJsonObject(json.value)) return [];
  const { value } = json;
  return CLICK_KEYS.flatMap((key) => scalarText(field(value, key)) ?? []);
}
