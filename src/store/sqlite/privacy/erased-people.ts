import { createHmac, randomBytes } from 'node:crypto';
import type { Origin } from '../../../domain/origin.ts';
import { contentText } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { CONTACT_FIELDS, type Contacts } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';

const KEYS = 'select chave as key from apagamento_chaves';

const ADD_KEY = 'insert or ignore into apagamento_chaves (chave) values (?)';

/** Who is erased again was there again: the later time counts. */
const ADD = `
insert into apagados (impressao, apagamento_id, evento_id) values (?, ?, ?)
on conflict (impressao) do update
set apagamento_id = max(apagamento_id, excluded.apagamento_id), evento_id = ifnull(excluded.evento_id, evento_id)`;

const FIND = `
select p.apagamento_id as erasure, a.em as erasedAt, p.evento_id as event
from apagados p join apagamentos a on a.id = p.apagamento_id where p.impressao = ?`;

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

/** @param scope the client that a person was erased for; `null`: all clients */
export function leadText(lead: { origin: string; identity: string; limit: number | null }, scope: number | null): string {
  return `lead ${scope ?? ''} ${lead.origin} ${lead.limit ?? ''} ${lead.identity}`;
}

export function bodyText(origin: Origin, body: Uint8Array): string {
  return `corpo ${origin} ${contentText(origin, body)}`;
}

function contactTexts(contacts: Contacts, scope: number | null): readonly string[] {
  return CONTACT_FIELDS.flatMap(({ field, kind }) => {
    const value = contacts[field];
    return value === null ? [] : [contactText(kind, value, scope)];
  });
}

export function contactText(kind: number, value: string, scope: number | null): string {
  return `contato ${scope ?? ''} ${kind} ${value}`;
}

export function fingerprint(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Whether anybody was erased: what comes in needs to be compared only then. A lookup of about a microsecond. */
export function anybodyErased(connection: Connection): boolean {
  return connection.get(KEYS) !== undefined;
}

/** The keys of all fingerprints; a restored backup may bring a second one. */
function erasureKeys(connection: Connection): readonly Uint8Array[] {
  return connection.all<{ readonly key: Uint8Array }>(KEYS).map(({ key }) => key);
}

const KEY_OF = 'select chave as key from apagamentos where id = ?';

/** The key of a new erasure; the first one creates it. */
export function keyOfNewErasure(connection: Connection): Uint8Array {
  const [known] = erasureKeys(connection);
  if (known !== undefined) return known;
  const key = randomBytes(KEY_BYTES);
  addErasureKey(connection, key);
  return key;
}

export function addErasureKey(connection: Connection, key: Uint8Array): void {
  connection.statement(ADD_KEY).run(key);
}

/** Remembers what identified the person. */
export function rememberErased(connection: Connection, erasure: number, texts: readonly string[], event: number | null = null): void {
  const { key } = connection.get(KEY_OF, erasure) as { readonly key: Uint8Array };
  for (const text of texts) connection.statement(ADD).run(fingerprint(key, text), erasure, event);
}

/** Adds fingerprints of another database of this installation, such as the one that a backup replaced. */
export function addFingerprints(connection: Connection, erasure: number, prints: readonly Uint8Array[]): void {
  for (const print of prints) connection.statement(ADD).run(print, erasure, null);
}

/** The first of these texts that identified an erased person. */
export function findErased(connection: Connection, texts: readonly string[]): ErasedIdentifier | undefined {
  for (const key of erasureKeys(connection)) {
    for (const text of texts) {
      const found = connection.get<ErasedIdentifier>(FIND, fingerprint(key, text));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * The erasure of the person that a lead belongs to: it has an erased identity, or an erased contact and was submitted before the erasure. A
 * later submission is a new request of the person.
 */
export function erasureOfLead(
  connection: Connection,
  lead: { origin: string; identity: string; limit: number | null; client: number; contacts: Contacts; submittedAt: number },
): number | undefined {
  const scopes = [null, lead.client];
  const identified = findErased(
    connection,
    scopes.map((scope) => leadText(lead, scope)),
  );
  if (identified !== undefined) return identified.erasure;
  const contacts = scopes.flatMap((scope) => contactTexts(lead.contacts, scope)).flatMap((text) => findErased(connection, [text]) ?? []);
  return contacts.find(({ erasedAt }) => lead.submittedAt <= erasedAt)?.erasure;
}

/** Whether this body, or the same with another timestamp, was erased or had a mention of somebody removed. */
export function isErasedBody(connection: Connection, origin: Origin, body: Uint8Array): boolean {
  return anybodyErased(connection) && findErased(connection, [bodyText(origin, body)]) !== undefined;
}
