import { MOST_LEADS_OF_PERSON } from '../../../domain/person.ts';
import type { Connection, SqlValue } from '../connection.ts';
import { filterInOrder, flatMapInOrder, mapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS } from '../keys/contact-keys.ts';
import { eventsOfLead } from '../queries/events-of-lead.ts';
import { leadsWithContacts, type SoughtContacts } from '../queries/leads-with-contacts.ts';
import { findClient } from '../queries/list-directory.ts';
import { idsOf } from '../queries/walk.ts';
import { rowId } from '../rows/fields.ts';
import { CONVERSION_JOBS, jobOfConversion } from '../rows/job-rows.ts';
import { latin1, PersonMatcher, type Sought } from './person-matcher.ts';
import { mentionColumns, PERSONAL_TABLES, type PersonalTable, personalTable } from './personal-columns.ts';

/** Whom a search is for, in a form that is sent between threads and stored while an erasure runs. */
export interface SoughtPerson extends Sought {
  /** Rows of the person's leads. */
  readonly leads: readonly number[];
  /** Rows of clients: only what belongs to this one. */
  readonly client: number | null;
  /** What came in before the search. An erasure keeps what came later: new requests. */
  readonly until: Received;
}

/** The last event and the last refused request, by number: a clock may have been ahead. */
export interface Received {
  readonly event: number;
  readonly refused: number;
}

/** What is sought when only traces are left. */
export const NOBODY: SoughtPerson = { emails: [], phones: [], texts: [], leads: [], client: null, until: { event: 0, refused: 0 } };

/** A row of a lead that has one of the contacts. */
interface ContactRow {
  readonly id: number;
  readonly kind: number;
  readonly value: string;
}

const VALUES_OF = CONTACT_FIELDS.map(
  ({ column, kind }) => `select id, ${kind} as kind, ${column} as value from lead_linhas where id = likely(?) and ${column} is not null`,
).join(' union all ');

const UNINDEXED = `
with asked as (select value ->> 0 as email, value ->> 1 as click_id from json_each(/*!json*/ ?))
select l.id from lead_linhas l where l.id > ? and l.id <= ? and l.cliente_id = ifnull(?, l.cliente_id)
  and exists (select 1 from asked a where lower(l.identidade) = a.email or a.click_id in (l.gbraid, l.wbraid) or instr(l.fbc, a.click_id) > 0)`;

const LAST_LEAD = 'select ifnull(max(id), 0) as id from lead_linhas';

/** Leads that one step reads: about 5 ms, so that no other read waits for long. */
const LEADS_PER_STEP = 5_000;

/**
 * One step of a search through all leads: those with an address as their identity, however it was written, or with a click id that no index
 * holds.
 */
export async function unindexedLeads(
  connection: Connection,
  { emails, clickIds }: SoughtContacts,
  client: number | null,
  after: number,
): Promise<{ readonly leads: readonly number[]; readonly next: number | null }> {
  const [last = 0] = emails.length + clickIds.length === 0 ? [] : await idsOf(connection, LAST_LEAD);
  const asked = [...emails.map((email) => [email, null]), ...clickIds.map((clickId) => [null, clickId])];
  const end = after + LEADS_PER_STEP;
  return {
    leads: last <= after ? [] : await idsOf(connection, UNINDEXED, JSON.stringify(asked), after, end, client),
    next: end < last ? end : null,
  };
}

/** More leads that share a contact are not shown. */
const MOST_SHARED = 50;

/**
 * The contacts of leads that no other lead of any client has, and the leads that share the other contacts: those of the client, who must not
 * learn that another one knows the person.
 */
async function contactsOfLeads(
  connection: Connection,
  leads: readonly number[],
  client: number | null,
): Promise<{
  readonly own: SoughtContacts;
  readonly shared: readonly { readonly lead: number; readonly with: number; readonly kind: number }[];
}> {
  const own = { emails: new Set<string>(), phones: new Set<string>(), clickIds: new Set<string>() };
  const shared = new Map<number, { lead: number; with: number; kind: number }>();
  const isFound = new Set(leads);
  const rows = await flatMapInOrder(leads, async (lead) => await connection.all<ContactRow>(VALUES_OF, lead, lead, lead, lead));
  for (const { id, kind, value } of new Map(rows.map((row) => [`${row.kind} ${row.value}`, row])).values()) {
    const contact = { emails: kind === 3 ? [value] : [], phones: kind === 4 ? [value] : [], clickIds: kind < 3 ? [value] : [] };
    const others = (await leadsWithContacts(connection, contact, null)).filter((lead) => !isFound.has(lead));
    if (others.length > 0) {
      const ofClient = new Set(client === null ? others : await leadsWithContacts(connection, contact, client));
      const told = others.filter((lead) => ofClient.has(lead)).slice(0, MOST_SHARED - shared.size);
      for (const lead of told) shared.set(lead, { lead, with: id, kind });
      continue;
    }
    for (const name of ['emails', 'phones', 'clickIds'] as const) for (const each of contact[name]) own[name].add(each);
  }
  return { own: { emails: [...own.emails], phones: [...own.phones], clickIds: [...own.clickIds] }, shared: [...shared.values()] };
}

const CONVERSIONS_OF = 'select id from conversoes where lead_id in (select value from json_each(?))';

/** The rows of a table that belong to leads and events and are not blank. */
export async function ownRowsOf(
  connection: Connection,
  name: string,
  leads: readonly number[],
  events: readonly number[],
): Promise<readonly number[]> {
  const { table, key, owner, blank } = personalTable(name);
  if (owner === undefined) return [];
  const conversions = async (): Promise<readonly number[]> => await idsOf(connection, CONVERSIONS_OF, JSON.stringify(leads));
  const owners = await {
    lead: () => leads,
    event: () => events,
    conversion: conversions,
    job: async () => [...events, ...(await conversions()).map(jobOfConversion)],
  }[owner.of]();
  return await idsOf(
    connection,
    `select distinct ${key} as id from ${table} where ${owner.column} in (select value from json_each(?)) and (${differs(blank)})`,
    JSON.stringify(owners),
  );
}

/** A condition for rows that are not blank yet. */
export function differs(blank: PersonalTable['blank']): string {
  return Object.entries(blank)
    .map(([column, value]) => `${column} is distinct from ${value}`)
    .join(' or ');
}

/**
 * Why a row contains a person: it is about them, which a search reports only of rows that belong to no lead; it mentions them; or, in a search
 * for one client, it isn't known whether it is about that client.
 */
export type FoundKind = 'own' | 'mentions' | 'unassigned';

/** The rows of a table that contain a person. */
export type FoundRows = ReadonlyMap<number, FoundKind>;

/** One step of a search through a table: what it found of each person, and where the next step begins; `null` at the end. */
export interface ScannedRows {
  readonly found: readonly FoundRows[];
  readonly next: number | null;
}

/**
 * The client of the lead that a row belongs to, or the only one that its event may create leads for. While it isn't known, the row is no
 * client's.
 */
const CLIENT_OF = {
  lead: '(select cliente_id from lead_linhas l where l.id = {})',
  event: `ifnull((select l.cliente_id from evento_fins f join lead_linhas l on l.id = f.lead_id where f.evento_id = {}),
    (select e.cliente_limite from eventos e where e.id = {}))`,
  conversion: '(select cliente_id from conversoes c where c.id = {})',
  job: '(select l.cliente_id from evento_fins f join lead_linhas l on l.id = f.lead_id where f.evento_id = {})',
} as const;

/** What lines of the operators' log name in `alvo`. */
const NAMED_IN_LOG = { lead: 'lead', conversao: 'conversion', evento: 'event' } as const;

const NAMED_IDS = /\b(lead|conversao|evento):(\d+)/g;

/** The clients that a row without an owner is about, as far as they are known. */
async function clientsOf(connection: Connection, { table }: PersonalTable, row: ScannedRow): Promise<readonly (number | null)[]> {
  switch (table) {
    case 'registro_operadores': {
      const named = Map.groupBy((row['alvo'] as string).matchAll(NAMED_IDS), ([, word]) => word as keyof typeof NAMED_IN_LOG);
      const clients = await flatMapInOrder([...named], async ([word, found]) => {
        const sql = `select ${CLIENT_OF[NAMED_IN_LOG[word]].replaceAll('{}', 't.value')} as id from json_each(?) t`;
        return await idsOf(connection, sql, JSON.stringify(found.map(([, , id]) => Number(id))));
      });
      return [...new Set(clients)].filter((client) => client !== null);
    }
    case 'visualizacoes': {
      const named = new URLSearchParams(row['filtro'] as string).get('cliente');
      const client = named === null ? null : await findClient(connection, named);
      return client === null ? [] : [rowId(client.id)];
    }
    default:
      return row['_client'] === null ? [] : [row['_client'] as number];
  }
}

const LAST_RECEIVED = `
select (select ifnull(max(id), 0) from eventos) as event, (select ifnull(max(id), 0) from requisicoes_recusadas) as refused`;

/** What came in so far. */
export async function lastReceived(connection: Connection): Promise<Received> {
  return (await connection.get<Received>(LAST_RECEIVED)) as Received;
}

const CONVERSION_OF_JOB = `(select {column} from conversoes c where c.id = {} - ${CONVERSION_JOBS})`;

/** The event that a row came with, and the lead that the row belongs to. */
const CAME_WITH = {
  lead: { event: '(select evento_id from lead_linhas l where l.id = {})', lead: '{}' },
  event: { event: '{}', lead: '(select lead_id from evento_fins f where f.evento_id = {})' },
  conversion: {
    event: '(select evento_id from conversoes c where c.id = {})',
    lead: '(select lead_id from conversoes c where c.id = {})',
  },
  job: {
    event: `ifnull(${CONVERSION_OF_JOB.replace('{column}', 'evento_id')}, {})`,
    lead: `ifnull(${CONVERSION_OF_JOB.replace('{column}', 'lead_id')}, (select lead_id from evento_fins f where f.evento_id = {}))`,
  },
} as const;

/** Without the rows that came in with a new request of anybody, unless they belong to the person's leads. */
export async function withoutNew(
  connection: Connection,
  { table, key, owner }: PersonalTable,
  rows: readonly number[],
  { leads, until }: SoughtPerson,
): Promise<readonly number[]> {
  if (table === 'requisicoes_recusadas') return rows.filter((row) => row <= until.refused);
  if (owner === undefined) return rows;
  const of = (sql: string): string => sql.replaceAll('{}', `t.${owner.column}`);
  const { event, lead } = CAME_WITH[owner.of];
  const sql = `
select distinct ${key} as id from ${table} t where ${key} in (select value from json_each(?))
  and (${of(event)} <= ? or ${of(lead)} in (select value from json_each(?)))`;
  return await idsOf(connection, sql, JSON.stringify(rows), until.event, JSON.stringify(leads));
}

/** Reads at most `limit` rows of a table after a row, and finds those that contain one of the people. */
export async function scanRows(
  connection: Connection,
  name: string,
  people: readonly SoughtPerson[],
  after: number,
  limit: number,
): Promise<ScannedRows> {
  const table = personalTable(name);
  const searches = people.map((sought) => ({ sought, matcher: new PersonMatcher(sought), matches: [] as Match[] }));
  let first: number | null = null;
  let last: number | null = null;
  let read = 0;
  await connection.each({ sql: scanOf(table), parameters: [after, limit] }, (rows: Iterable<ScannedRow>) => {
    for (const row of rows) {
      read += 1;
      const key = row['_key'] as number;
      last = key;
      first ??= key;
      for (const { sought, matcher, matches } of searches) {
        if (sought.client !== null && table.owner !== undefined && row['_client'] !== sought.client) continue;
        const kind = isOwn(table, matcher, row) ? 'own' : 'mentions';
        if (kind === 'own' || mentionColumns(table).some((column) => holds(matcher, row[column]))) matches.push({ key, kind, row });
      }
    }
  });
  // The last key again: a job's attempts share theirs, and the limit may have cut them apart.
  const next = read < limit || last === null ? null : last === first ? last : last - 1;
  return {
    found: await mapInOrder(searches, async ({ sought, matches }) => await ofClient(connection, table, matches, sought.client)),
    next,
  };
}

type ScannedRow = Readonly<Record<string, SqlValue>>;

interface Match {
  readonly key: number;
  readonly kind: FoundKind;
  readonly row: ScannedRow;
}

/** The rows of a client. Batches are every client's, because they name nothing but the ids of leads. */
async function ofClient(
  connection: Connection,
  table: PersonalTable,
  matches: readonly Match[],
  client: number | null,
): Promise<FoundRows> {
  const found = new Map<number, FoundKind>();
  for (const { key, kind, row } of matches) {
    const isFound = client === null || table.owner !== undefined || table.table === 'webhook_lotes';
    const clients = isFound ? [client] : await clientsOf(connection, table, row);
    if (clients.length === 0 || clients.includes(client)) found.set(key, clients.length === 1 ? kind : 'unassigned');
  }
  return found;
}

function scanOf({ table, key, owner, blank }: PersonalTable): string {
  const refused = table === 'requisicoes_recusadas' ? 't.cliente_limite' : 'null';
  const client = owner === undefined ? refused : CLIENT_OF[owner.of].replaceAll('{}', `t.${owner.column}`);
  const lead = table === 'eventos' ? '(select lead_id from evento_fins f where f.evento_id = t.id)' : 'null';
  return `
select ${key} as _key, ${client} as _client, ${lead} as _lead, ${Object.keys(blank).join(', ')} from ${table} t
where ${key} > ? order by ${key} limit ?`;
}

function holds(matcher: PersonMatcher, value: SqlValue | undefined): boolean {
  if (typeof value === 'string') return matcher.mentions(value);
  return value instanceof Uint8Array && matcher.mentions(latin1(value));
}

/** Events without a lead and refused requests that are about the person; all other rows only mention them. */
function isOwn({ table }: PersonalTable, matcher: PersonMatcher, row: ScannedRow): boolean {
  if (table === 'requisicoes_recusadas') return holds(matcher, row['corpo']) && matcher.isAbout(row['corpo'] as Uint8Array);
  if (table !== 'eventos' || row['_lead'] !== null) return false;
  return matcher.is(row['identidade'] as string) || (holds(matcher, row['corpo']) && matcher.isAbout(row['corpo'] as Uint8Array));
}

/** The jobs of conversions come after those of events, with an offset. */
export function progressOf(row: number): number {
  return row > CONVERSION_JOBS ? row - CONVERSION_JOBS : row;
}

/** Rows to read, about: the number of a table's last row. */
export async function rowsToScan(connection: Connection): Promise<Readonly<Record<string, number>>> {
  const last = async ({ table, key }: PersonalTable): Promise<number> =>
    progressOf(((await connection.get(`select ifnull(max(${key}), 0) as id from ${table}`)) as { readonly id: number }).id);
  return Object.fromEntries(await mapInOrder(PERSONAL_TABLES, async (each) => [each.table, await last(each)]));
}

/** A shorter identity, such as the number of an own form, is in many texts that are not about the person. */
const TELLING_LENGTH = 12;

/** Click ids of Google and Meta are longer. A visitor's form may give any text as one. */
const CLICK_ID_LENGTH = 20;

const IDENTITIES = `
select identidade as identity from lead_linhas where id in (select value from json_each(?))
union select identidade from eventos where id in (select value from json_each(?))`;

const LEAD_OF_CLIENT = 'select 1 from lead_linhas where id = ? and cliente_id = ifnull(?, cliente_id)';

/** The identities of leads and events that are about nobody else wherever they are. */
export async function tellingIdentities(
  connection: Connection,
  leads: readonly number[],
  events: readonly number[],
): Promise<readonly string[]> {
  return (await connection.all<{ readonly identity: string }>(IDENTITIES, JSON.stringify(leads), JSON.stringify(events)))
    .map(({ identity }) => identity)
    .filter((identity) => identity.length >= TELLING_LENGTH && !identity.startsWith('apagada:'));
}

/** Whom a query is about, and what follows from the leads found. */
export interface FoundPerson {
  readonly sought: SoughtPerson;
  /** The given contacts, and those of the leads that nobody else has. */
  readonly contacts: SoughtContacts;
  readonly events: readonly number[];
  readonly shared: Awaited<ReturnType<typeof contactsOfLeads>>['shared'];
  /** Named leads that do not exist, or belong to another client. */
  readonly missing: readonly number[];
}

/** @param unindexed leads that only a search through all leads finds (`unindexedLeads`) */
export async function findPeople(
  connection: Connection,
  given: SoughtContacts,
  { named, unindexed }: { readonly named: readonly number[]; readonly unindexed: readonly number[] },
  client: number | null,
  until: Received,
): Promise<FoundPerson> {
  const missing = await filterInOrder(named, async (lead) => (await connection.get(LEAD_OF_CLIENT, lead, client)) === undefined);
  const leads = [...new Set([...named, ...(await leadsWithContacts(connection, given, client)), ...unindexed])];
  if (leads.length > MOST_LEADS_OF_PERSON) return { sought: { ...NOBODY, leads }, contacts: given, events: [], shared: [], missing };
  const events = await eventsOfLead(connection, ...leads);
  const { own, shared } = await contactsOfLeads(connection, leads, client);
  const contacts = {
    emails: [...new Set([...given.emails, ...own.emails])],
    phones: [...new Set([...given.phones, ...own.phones])],
    clickIds: [...new Set([...given.clickIds, ...own.clickIds])].filter((clickId) => clickId.length >= CLICK_ID_LENGTH),
  };
  const identities = await tellingIdentities(connection, leads, events);
  const { emails, phones, clickIds } = contacts;
  return {
    sought: { emails, phones, texts: [...new Set([...clickIds, ...identities])], leads, client, until },
    contacts,
    events,
    shared,
    missing,
  };
}

/** Whether a user of a client has the person's address: that of somebody who works with the leads is kept. */
export async function isUser(connection: Connection, sought: Sought): Promise<boolean> {
  const matcher = new PersonMatcher({ ...sought, anywhere: true });
  const users = await connection.all<{ readonly text: string }>("select email || ' ' || ifnull(nome, '') as text from usuarios");
  return users.some(({ text }) => matcher.mentions(text));
}
