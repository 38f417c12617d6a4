import { normalizeEmail } from '../../../base/email-address.ts';
import type { IdentityKind } from '../../../domain/event-kind.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { CONTACT_FIELDS } from '../keys/contact-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { phoneKeysIn } from '../search-words.ts';
import { bodyText, contactText, eventText, fingerprint, leadText } from './erased-people.ts';
import type { SoughtContacts } from './find-people.ts';
import type { JournalEntry } from './journal.ts';
import { latin1 } from './person-matcher.ts';
import { mentionColumns, PERSONAL_TABLES } from './personal-columns.ts';

/** Candidates for an address, also percent-encoded; each is then compared by its fingerprint. */
const ADDRESSES = /[^\s"'<>,;:()[\]{}&=\\]{1,64}(?:@|%40|\\u0040)[a-z0-9.-]{3,255}/giu;

const LEADS = `
select id, origem as origin, identidade as identity, cliente_limite as "limit", cliente_id as client, search_click_id, social_click_id,
  email_normalizado, telefone_chave, enviado_em as submittedAt
from lead_linhas where apagado_em is null`;

const EVENTS = 'select id, origem as origin, especie as word, identidade as identity, cliente_limite as "limit" from eventos where id > ?';

const REFUSED = 'select id, origem as origin, corpo as body from requisicoes_recusadas';

/** Somebody whose fingerprints are known and who is in a database again, because a backup brought them back. */
export interface ReturnedPerson {
  readonly leads: readonly number[];
  readonly events: readonly number[];
  readonly refused: readonly number[];
  readonly contacts: SoughtContacts;
}

type LeadRow = Readonly<Record<string, SqlValue>> & { readonly origin: Origin; readonly identity: string; readonly limit: number | null };
type EventRow = { id: number; origin: Origin; word: string; identity: string; limit: number | null };

/** Finds an erased person by their fingerprints. Reads the whole database: about 10 µs for each event and lead. */
export function findErasedPerson(connection: Connection, entry: JournalEntry): ReturnedPerson {
  const key = Buffer.from(entry.chave, 'hex');
  const prints = new Set(entry.impressoes);
  const scope = entry.cliente_id;
  const isErased = (text: string): boolean => prints.has(fingerprint(key, text).toString('hex'));
  const contacts = { emails: new Set<string>(), phones: new Set<string>(), clickIds: new Set<string>() };
  const leads: number[] = [];
  for (const row of connection.each<LeadRow>({ sql: LEADS, parameters: [] })) {
    const erased = CONTACT_FIELDS.filter(({ column, kind }) => {
      const value = row[column];
      return typeof value === 'string' && isErased(contactText(kind, value));
    });
    const isOfClient = scope === null || row['client'] === scope;
    const isBefore = Number(row['submittedAt']) <= entry.em;
    if (!(isOfClient && ((isBefore && erased.length > 0) || isErased(leadText(row))))) continue;
    leads.push(row['id'] as number);
    for (const { column, kind } of erased) {
      contacts[kind === 3 ? 'emails' : kind === 4 ? 'phones' : 'clickIds'].add(row[column] as string);
    }
  }
  addMentioned(connection, (kind, value) => isErased(contactText(kind, value)), contacts);
  return {
    leads,
    events: eventsOf(connection, isErased),
    refused: refusedOf(connection, isErased),
    contacts: { emails: [...contacts.emails], phones: [...contacts.phones], clickIds: [...contacts.clickIds] },
  };
}

const KIND_OF = new Map(Object.entries(EVENT_KIND_WORDS).map(([kind, word]) => [word, kind as IdentityKind]));

function eventsOf(connection: Connection, isErased: (text: string) => boolean): readonly number[] {
  const found: number[] = [];
  for (const { id, word, ...event } of connection.each<EventRow>({ sql: EVENTS, parameters: [0] })) {
    if (isErased(eventText({ ...event, kind: KIND_OF.get(word) as IdentityKind }))) found.push(id);
  }
  return found;
}

function refusedOf(connection: Connection, isErased: (text: string) => boolean): readonly number[] {
  const rows = connection.all<{ readonly id: number; readonly origin: Origin; readonly body: Uint8Array }>(REFUSED);
  return rows.filter(({ origin, body }) => isErased(bodyText(origin, body))).map(({ id }) => id);
}

/** Addresses and numbers in what others wrote. */
function addMentioned(
  connection: Connection,
  isErased: (kind: number, value: string) => boolean,
  contacts: { readonly emails: Set<string>; readonly phones: Set<string> },
): void {
  for (const table of PERSONAL_TABLES) {
    const columns = mentionColumns(table);
    if (columns.length === 0) continue;
    for (const row of connection.each<Record<string, SqlValue>>({
      sql: `select ${columns.join(', ')} from ${table.table}`,
      parameters: [],
    })) {
      const text = Object.values(row).map(asText).join('\n');
      for (const address of addressesIn(text)) if (isErased(3, address)) contacts.emails.add(address);
      for (const phone of phoneKeysIn(text)) if (isErased(4, phone)) contacts.phones.add(phone);
    }
  }
}

function asText(value: SqlValue): string {
  return value instanceof Uint8Array ? latin1(value) : String(value ?? '');
}

function addressesIn(text: string): readonly string[] {
  const candidates = text.match(ADDRESSES) ?? [];
  return candidates.flatMap((found) => normalizeEmail(found.replace(/%40|\\u0040/i, '@').replace(/[.-]+$/, '')) ?? []);
}
