import { field, isJsonObject, readJson, scalarText } from '../../../base/exact-json.ts';
import type { KnownClick, WrongClientEvent } from '../../../domain/delivery-ports.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { CONVERSION_JOBS } from '../rows/job-rows.ts';
import { leadsWithValues } from './leads-with-contacts.ts';

/** A sale with a click id, which a CRM can report before the lead arrives, is not the lead. */
const NO_SALE = `e.especie <> '${EVENT_KIND_WORDS.conversion}'`;

/** Leads of other sources may have the same click id. */
const LEADS_WITH_CLICK = `
select l.search_click_id as clickId, l.email_normalizado as email, l.telefone_chave as phone, e.corpo as body
from json_each(?) found cross join leads l on l.id = found.value join eventos e on e.id = l.evento_id
where l.origem = ? and ${NO_SALE}`;

interface LeadWithClick {
  readonly clickId: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly body: Uint8Array;
}

/** Events that will be leads are searched themselves: this many that wait and this many that failed, the newest. */
const MOST_OPEN = 2_000;

const bodiesOf = (stream: string): string => `
select e.corpo as body from (${stream}) open cross join eventos e on e.id = open.id where e.origem = ? and e.especie = '${EVENT_KIND_WORDS.lead}' order by e.id desc limit ${MOST_OPEN}`;

const WAITING_BODIES = bodiesOf(`select id from fila_vivos where id < ${CONVERSION_JOBS}`);

const FAILED_BODIES = bodiesOf('select evento_id as id from evento_fins where erro_codigo is not null');

const WRONG_CLIENT = `
select cast(e.id as text) as eventId, e.identidade as identity, e.corpo as body, cast(e.cliente_limite as text) as limitedTo
from evento_fins f cross join eventos e on e.id = f.evento_id
where f.erro_codigo = 'wrong_client' and e.origem = ? and e.especie = 'lead' and e.cliente_limite is not null
order by f.evento_id desc limit ${MOST_OPEN}`;

type EventBody = Pick<WrongClientEvent, 'body'>;

const CLICK_KEYS = ['gcl_id', 'gclid', 'search_click_id'];

/** `Reconciliation.knownClicks`. */
export async function knownClicks(connection: Connection, origin: Origin, clickIds: readonly string[]): Promise<readonly KnownClick[]> {
  if (clickIds.length === 0) return [];
  const leads = await leadsWithValues(connection, null, { searchClickId: [...new Set(clickIds)] });
  const ofLeads = await connection.all<LeadWithClick>(LEADS_WITH_CLICK, JSON.stringify(leads), origin);
  const sought = new Set(clickIds);
  const open = await flatMapInOrder([WAITING_BODIES, FAILED_BODIES], async (sql) => await connection.all<EventBody>(sql, origin));
  return [
    ...ofLeads.map(({ clickId, email, phone, body }) => ({ clickId, contacts: [email, phone].filter((one) => one !== null), body })),
    ...open.flatMap(({ body }) => clickIdsOf(body).flatMap((clickId) => (sought.has(clickId) ? [{ clickId, contacts: [], body }] : []))),
  ];
}

/** `Reconciliation.wrongClientEvents`. */
export async function wrongClientEvents(connection: Connection, origin: Origin): Promise<readonly WrongClientEvent[]> {
  const events = await connection.all<Omit<WrongClientEvent, 'clickIds'>>(WRONG_CLIENT, origin);
  return events.map((event) => ({ ...event, clickIds: clickIdsOf(event.body) }));
}

function clickIdsOf(body: Uint8Array): readonly string[] {
  const json = readJson(body);
  if (!json.ok || !isJsonObject(json.value)) return [];
  const { value } = json;
  return CLICK_KEYS.flatMap((key) => scalarText(field(value, key)) ?? []);
}
