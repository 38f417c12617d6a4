import { createHmac, randomBytes } from 'node:crypto';
import type { Origin } from '../../../domain/origin.ts';
import { contentText } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { CONTACT_FIELDS, type Contacts } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';

const KEYS = 'select chave as key from apagamento_chaves';

const ADD_KEY = 'insert or ignore into apagamento_chaves (chave) values (?)';

const ADD = `
insert into apagados (impressao, apagamento_id, evento_id) values (?, ?, ?)
on conflict (impressao, apagamento_id) do update set evento_id = ifnull(excluded.evento_id, apagados.evento_id)`;

/** With thousands of texts at once: a worker has several for each of its leads, and on a server every question takes its time. */
const FIND = `
select hex(p.impressao) as print, p.apagamento_id as erasure, a.em as erasedAt, a.cliente_id as client, p.evento_id as event
from apagados p cross join apagamentos a on a.id = p.apagamento_id
where p.impressao in (select unhex(value) from json_each(/*!text*/ ?))`;

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

/** An event that was received with a secret of one client only, as an import of its platform's own list names it. */
export function importText({ origin, kind, identity }: { origin: Origin; kind: keyof typeof EVENT_KIND_WORDS; identity: string }): string {
  return `importado ${origin} ${EVENT_KIND_WORDS[kind]} ${identity}`;
}

/** What identifies a lead. */
export interface LeadIdentity {
  readonly origin: string;
  readonly identity: string;
  readonly limit: number | null;
}

export function leadText(lead: LeadIdentity): string {
  return `lead ${lead.origin} ${lead.limit ?? ''} ${lead.identity}`;
}

export function bodyText(origin: Origin, body: Uint8Array): string {
  return `corpo ${origin} ${contentText(origin, body)}`;
}

export function contactText(kind: number, value: string): string {
  return `contato ${kind} ${value}`;
}

/** In hexadecimal: that takes a third less time than bytes that are converted. */
export function fingerprint(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
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
  for (const text of texts) await connection.run(ADD, Buffer.from(fingerprint(key, text), 'hex'), erasure, event);
}

/** Adds fingerprints of another database of this installation, such as the one that a backup replaced. */
export async function addFingerprints(connection: Connection, erasure: number, prints: readonly Uint8Array[]): Promise<void> {
  for (const print of prints) await connection.run(ADD, print, erasure, null);
}

interface FoundRow extends ErasedIdentifier {
  /** The fingerprint, in upper-case hexadecimal. */
  readonly print: string;
  /** Whose erasure it is; `null`: that of all clients. */
  readonly client: number | null;
}

/** @param client whose erasures count; `null`: those of all clients */
export type ErasedTexts = (text: string, client: number | null) => ErasedIdentifier | undefined;

/** What is known of texts, of which some may have identified erased people. Who is erased again was there again: the latest erasure counts. */
export async function erasedAmong(connection: Connection, texts: readonly string[]): Promise<ErasedTexts> {
  if (texts.length === 0 || !(await anybodyErased(connection))) return () => undefined;
  const keys = await erasureKeys(connection);
  const printsOf = (text: string): readonly string[] => keys.map((key) => fingerprint(key, text).toUpperCase());
  const prints = new Map(texts.map((text) => [text, printsOf(text)]));
  const rows = await connection.all<FoundRow>(FIND, JSON.stringify([...prints.values()].flat()));
  const found = Map.groupBy(rows, ({ print }) => print);
  return (text, client) => {
    const counts = ({ client: own }: FoundRow): boolean => client === null || own === null || own === client;
    const known = (prints.get(text) ?? []).flatMap((print) => found.get(print) ?? []).filter(counts);
    const latest = known.toSorted((a, b) => b.erasedAt - a.erasedAt)[0];
    return latest && { ...latest, event: known.find(({ event }) => event !== null)?.event ?? null };
  };
}

/** What may identify the person of a lead. */
export interface IdentifyingLead extends LeadIdentity {
  readonly client: number;
  readonly contacts: Contacts;
  readonly submittedAt: number;
}

/** The texts of a lead that may have identified an erased person. */
export function textsOfLead(lead: IdentifyingLead): readonly string[] {
  return [leadText(lead), ...contactTexts(lead)];
}

function contactTexts({ contacts }: IdentifyingLead): readonly string[] {
  return CONTACT_FIELDS.flatMap(({ field, kind }) => {
    const value = contacts[field];
    return value === null ? [] : [contactText(kind, value)];
  });
}

/**
 * The erasure of the person that a lead belongs to: it has an erased identity, or an erased contact and was submitted before the erasure. A
 * later submission is a new request of the person.
 */
export function erasureOfLead(erased: ErasedTexts, lead: IdentifyingLead): number | undefined {
  const identified = erased(leadText(lead), lead.client);
  if (identified !== undefined) return identified.erasure;
  const found = contactTexts(lead).map((text) => erased(text, lead.client));
  return found.find((contact) => contact !== undefined && lead.submittedAt <= contact.erasedAt)?.erasure;
}

/** Whether this body, or the same with another timestamp, was erased or had a mention of somebody removed. */
export async function isErasedBody(connection: Connection, origin: Origin, body: Uint8Array): Promise<boolean> {
  if (!(await anybodyErased(connection))) return false;
  const text = bodyText(origin, body);
  return (await erasedAmong(connection, [text]))(text, null) !== undefined;
}
