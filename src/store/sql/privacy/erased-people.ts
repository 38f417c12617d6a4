import { createHmac, randomBytes } from 'node:crypto';
import type { Origin } from '../../../domain/origin.ts';
import { contentText } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, type Contacts } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';

const KEYS = 'select chave as key from apagamento_chaves';

const ADD_KEY = 'insert or ignore into apagamento_chaves (chave) values (?)';

const ADD = `
insert into apagados (impressao, apagamento_id, evento_id) values (?, ?, ?)
on conflict (impressao, apagamento_id) do update set evento_id = ifnull(excluded.evento_id, apagados.evento_id)`;

/** `likely(?)` hides the parameters from the planner: see `operations/leads.ts`. */
const FIND = `
select p.apagamento_id as erasure, a.em as erasedAt, p.evento_id as event
from apagados p cross join apagamentos a on a.id = p.apagamento_id
where p.impressao = likely(?) and ifnull(a.cliente_id = likely(?), true)`;

/** Bytes of a key; HMAC-SHA256 uses no more entropy than its output has. */
const KEY_BYTES = 32;

/** What is known of an erased identifier. */
export interface ErasedIdentifier {
  readonly erasure: number;
  /** UTC ms. */
  readonly erasedAt: number;
  /** The event that had this identity or body; `null` for contacts and leads, and for an event that a restored backup does not have. */
  readonly event: number | null;
}

/** What identifies an event: ids are unique per kind and per limit of the secret they came with. */
export function eventText(event: { origin: Origin; kind: keyof typeof EVENT_KIND_WORDS; identity: string; limit: number | null }): string {
  return `evento ${event.origin} ${EVENT_KIND_WORDS[event.kind]} ${event.limit ?? ''} ${event.identity}`;
}

export function leadText(lead: { origin: string; identity: string; limit: number | null }): string {
  return `lead ${lead.origin} ${lead.limit ?? ''} ${lead.identity}`;
}

export function bodyText(origin: Origin, body: Uint8Array): string {
  return `corpo ${origin} ${contentText(origin, body)}`;
}

export function contactText(kind: number, value: string): string {
  return `contato ${kind} ${value}`;
}

export function fingerprint(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Whether anybody was erased: what comes in needs to be compared only then. A lookup of about a microsecond. */
export async function anybodyErased(connection: Connection): Promise<boolean> {
  return await connection.once(KEYS, async () => (await connection.get(KEYS)) !== undefined);
}

/** The keys of all fingerprints; a restored backup may bring a second one. */
async function erasureKeys(connection: Connection): Promise<readonly Uint8Array[]> {
  return (await connection.all<{ readonly key: Uint8Array }>(KEYS)).map(({ key }) => key);
}

const KEY_OF = 'select chave as key from apagamentos where id = ?';

/** The key of a new erasure; the first one creates it. */
export async function keyOfNewErasure(connection: Connection): Promise<Uint8Array> {
  const [known] = await erasureKeys(connection);
  if (known !== undefined) return known;
  const key = randomBytes(KEY_BYTES);
  await addErasureKey(connection, key);
  return key;
}

export async function addErasureKey(connection: Connection, key: Uint8Array): Promise<void> {
  await connection.run(ADD_KEY, key);
}

/** Remembers what identified the person. */
export async function rememberErased(
  connection: Connection,
  erasure: number,
  texts: readonly string[],
  event: number | null = null,
): Promise<void> {
  const { key } = (await connection.get(KEY_OF, erasure)) as { readonly key: Uint8Array };
  for (const text of texts) await connection.run(ADD, fingerprint(key, text), erasure, event);
}

/** Adds fingerprints of another database of this installation, such as the one that a backup replaced. */
export async function addFingerprints(connection: Connection, erasure: number, prints: readonly Uint8Array[]): Promise<void> {
  for (const print of prints) await connection.run(ADD, print, erasure, null);
}

/**
 * What is known of a text that identified an erased person. Who is erased again was there again: the latest erasure counts.
 *
 * @param client whose erasures count; `null`: those of all clients
 */
export async function findErased(
  connection: Connection,
  text: string,
  client: number | null = null,
  keys?: readonly Uint8Array[],
): Promise<ErasedIdentifier | undefined> {
  const found = await flatMapInOrder(
    keys ?? (await erasureKeys(connection)),
    async (key) => await connection.all<ErasedIdentifier>(FIND, fingerprint(key, text), client),
  );
  const latest = found.toSorted((a, b) => b.erasedAt - a.erasedAt)[0];
  return latest && { ...latest, event: found.find(({ event }) => event !== null)?.event ?? null };
}

/**
 * The erasure of the person that a lead belongs to: it has an erased identity, or an erased contact and was submitted before the erasure. A
 * later submission is a new request of the person.
 */
export async function erasureOfLead(
  connection: Connection,
  lead: { origin: string; identity: string; limit: number | null; client: number; contacts: Contacts; submittedAt: number },
): Promise<number | undefined> {
  const keys = await erasureKeys(connection);
  const identified = await findErased(connection, leadText(lead), lead.client, keys);
  if (identified !== undefined) return identified.erasure;
  for (const { field, kind } of CONTACT_FIELDS) {
    const value = lead.contacts[field];
    const found = value === null ? undefined : await findErased(connection, contactText(kind, value), lead.client, keys);
    if (found !== undefined && lead.submittedAt <= found.erasedAt) return found.erasure;
  }
  return undefined;
}

/** Whether this body, or the same with another timestamp, was erased or had a mention of somebody removed. */
export async function isErasedBody(connection: Connection, origin: Origin, body: Uint8Array): Promise<boolean> {
  return (await anybodyErased(connection)) && (await findErased(connection, bodyText(origin, body))) !== undefined;
}
