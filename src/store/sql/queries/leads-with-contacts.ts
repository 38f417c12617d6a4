import { ORIGINS } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, type Contacts, contactKey } from '../keys/contact-keys.ts';
import { leadsWithIdentity } from '../keys/lead-keys.ts';
import { idsOf } from './walk.ts';

/** Contacts as typed or normalized; any of them may be a click id. */
export interface SoughtContacts {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly clickIds: readonly string[];
}

/** The leads with one of these contacts, newest first. All clients if none is given. */
export async function leadsWithContacts(
  connection: Connection,
  contacts: SoughtContacts,
  client: number | null,
): Promise<readonly number[]> {
  const asked = Object.fromEntries(CONTACT_FIELDS.map(({ field, list }) => [field, contacts[list]]));
  const found = await leadsWithValues(connection, client, asked);
  const identities = [...contacts.emails, ...contacts.clickIds];
  const identified = await flatMapInOrder(
    ORIGINS,
    async (origin) => await flatMapInOrder(identities, async (identity) => await leadsWithIdentity(connection, origin, identity)),
  );
  const ofClient = identified.filter((lead) => client === null || lead.cliente_id === client).map(({ id }) => id);
  return [...new Set([...found, ...ofClient])].toSorted((a, b) => b - a);
}

/** The leads that have one of these values in an index. */
export async function leadsWithValues(
  connection: Connection,
  client: number | null,
  asked: Readonly<Partial<Record<keyof Contacts, readonly string[]>>>,
): Promise<readonly number[]> {
  const clients = client === null ? await idsOf(connection, 'select id from clientes') : [client];
  const places = CONTACT_FIELDS.flatMap(({ field, kind, column }) =>
    (asked[field] ?? []).flatMap((value) => clients.map((owner) => ({ owner, column, value, key: contactKey(owner, kind, value) }))),
  );
  const keys = connection.keys(CONTACT_KEYS);
  // One query for all of them: of hundreds of clients, few know the person.
  const taken = new Set(await keys.taken(places.map(({ key }) => key)));
  return await flatMapInOrder(
    places.filter(({ key }) => taken.has(key)),
    async ({ owner, column, value, key }) => {
      const sql = `select id from lead_linhas where id in (select value from json_each(?)) and cliente_id = ? and ${column} = ?`;
      return await idsOf(connection, sql, JSON.stringify(await keys.find(key)), owner, value);
    },
  );
}
