import type { IdentityKind } from '../../../domain/event-kind.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection, SqlValue } from '../connection.ts';
import { CONTACT_FIELDS } from '../keys/contact-keys.ts';
import type { JournalEntry } from '../privacy/journal.ts';
import type { SoughtContacts } from '../queries/leads-with-contacts.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { contactsIn } from './contacts-in-text.ts';
import { bodyText, contactText, eventText, fingerprint, leadText } from './erased-people.ts';
import { latin1 } from './person-matcher.ts';
import { mentionColumns, PERSONAL_TABLES, personalTable } from './personal-columns.ts';

/** Columns that identify the rows of a table, besides those that mention people. */
const IDENTIFYING: Readonly<Record<string, readonly string[]>> = {
  lead_linhas: [
    ...['origem', 'identidade', 'cliente_limite', 'cliente_id', 'enviado_em', 'apagado_em'],
    ...CONTACT_FIELDS.map(({ column }) => column),
  ],
  eventos: ['origem', 'especie', 'identidade', 'cliente_limite'],
  requisicoes_recusadas: ['origem', 'corpo'],
};

/** Contacts; limits the memory to some megabytes. */
const MOST_REMEMBERED = 50_000;

type Row = Readonly<Record<string, SqlValue>>;

/** The tables in which an erased person can be recognized. */
export function searchedTables(): readonly string[] {
  return PERSONAL_TABLES.filter((table) => columnsOf(table.table).length > 0).map(({ table }) => table);
}

function columnsOf(name: string): readonly string[] {
  return [...new Set([...mentionColumns(personalTable(name)), ...(IDENTIFYING[name] ?? [])])];
}

/** One step through a table: up to `limit` rows after a row, for `ErasedSearch`. */
export async function erasedCandidates(
  connection: Connection,
  name: string,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly next: number | null }> {
  const { table, key } = personalTable(name);
  const sql = `select ${key} as _key, ${columnsOf(name).join(', ')} from ${table} where ${key} > ? order by ${key} limit ?`;
  const rows = await connection.all<Row>(sql, after, limit);
  const [first, last] = [rows[0]?.['_key'] as number | undefined, rows.at(-1)?.['_key'] as number | undefined];
  // The last key again, as in `scanRows`.
  return { rows, next: rows.length < limit || last === undefined ? null : last === first ? last : last - 1 };
}

/** Somebody whose fingerprints are known and who is in a database again, because a backup brought them back. */
export interface ReturnedPerson {
  readonly entry: JournalEntry;
  readonly leads: readonly number[];
  readonly events: readonly number[];
  readonly refused: readonly number[];
  readonly contacts: SoughtContacts;
}

interface Collected {
  readonly entry: JournalEntry;
  readonly leads: Set<number>;
  readonly events: Set<number>;
  readonly refused: Set<number>;
  readonly emails: Set<string>;
  readonly phones: Set<string>;
  readonly clickIds: Set<string>;
}

/** Erasures whose fingerprints have the same key, so that a text is compared with all of them at once. */
interface Prints {
  readonly key: Uint8Array;
  readonly people: ReadonlyMap<string, readonly Collected[]>;
}

/** Recognizes erased people by their fingerprints, all of them in one pass through the rows. */
export class ErasedSearch {
  readonly #all: readonly Collected[];
  readonly #prints: readonly Prints[];
  /** Contacts in texts. Most are found several times: a text is read in two ways. */
  readonly #compared = new Set<string>();

  constructor(entries: readonly JournalEntry[]) {
    const set = <Item>(): Set<Item> => new Set<Item>();
    this.#all = entries.map((entry) => ({
      entry,
      ...{ leads: set<number>(), events: set<number>(), refused: set<number>() },
      ...{ emails: set<string>(), phones: set<string>(), clickIds: set<string>() },
    }));
    const alike = Map.groupBy(this.#all, ({ entry }) => entry.chave);
    this.#prints = Array.from(alike.values(), (people) => {
      const [{ entry }] = people as [Collected];
      const named = people.flatMap((person) => person.entry.impressoes.map((print) => [print, person] as const));
      const byPrint = Map.groupBy(named, ([print]) => print);
      return {
        key: Buffer.from(entry.chave, 'hex'),
        people: new Map(Array.from(byPrint, ([print, pairs]) => [print, pairs.map(([, person]) => person)])),
      };
    });
  }

  found(): readonly ReturnedPerson[] {
    return this.#all.map(({ entry, leads, events, refused, emails, phones, clickIds }) => ({
      entry,
      ...{ leads: [...leads], events: [...events], refused: [...refused] },
      contacts: { emails: [...emails], phones: [...phones], clickIds: [...clickIds] },
    }));
  }

  look(table: string, rows: readonly Row[]): void {
    const mentioning = mentionColumns(personalTable(table));
    for (const row of rows) {
      if (table === 'lead_linhas') this.#lookAtLead(row);
      if (table === 'eventos') this.#lookAtEvent(row);
      if (table === 'requisicoes_recusadas') this.#lookAtRefused(row);
      this.#lookAtText(mentioning.map((column) => asText(row[column] ?? null)).join('\n'));
    }
  }

  #with(text: string): readonly Collected[] {
    return this.#prints.flatMap(({ key, people }) => people.get(fingerprint(key, text)) ?? []);
  }

  #lookAtLead(row: Row): void {
    if (row['apagado_em'] !== null) return;
    const [id, client] = [row['_key'] as number, row['cliente_id'] as number];
    const isOfClient = ({ entry }: Collected): boolean => entry.cliente_id === null || entry.cliente_id === client;
    const lead = {
      origin: row['origem'] as Origin,
      identity: row['identidade'] as string,
      limit: row['cliente_limite'] as number | null,
    };
    const contacts = CONTACT_FIELDS.flatMap(({ column, kind }) => {
      const value = row[column];
      return typeof value === 'string' ? this.#with(contactText(kind, value)).map((person) => ({ person, kind, value })) : [];
    });
    const isBefore = ({ entry }: Collected): boolean => Number(row['enviado_em']) <= entry.em;
    const people = [...this.#with(leadText(lead)), ...contacts.map(({ person }) => person).filter(isBefore)];
    const found = new Set(people.filter(isOfClient));
    for (const person of found) person.leads.add(id);
    for (const { person, kind, value } of contacts) if (found.has(person)) addContact(person, kind, value);
  }

  #lookAtEvent(row: Row): void {
    const event = {
      origin: row['origem'] as Origin,
      kind: KIND_OF.get(row['especie'] as string) as IdentityKind,
      identity: row['identidade'] as string,
      limit: row['cliente_limite'] as number | null,
    };
    for (const { events } of this.#with(eventText(event))) events.add(row['_key'] as number);
  }

  #lookAtRefused(row: Row): void {
    const [origin, body] = [row['origem'] as Origin, row['corpo'] as Uint8Array];
    for (const { refused } of this.#with(bodyText(origin, body))) refused.add(row['_key'] as number);
  }

  /** Addresses and numbers in what others wrote. */
  #lookAtText(text: string): void {
    for (const { kind, value } of contactsIn(text)) {
      const contact = contactText(kind, value);
      if (this.#compared.has(contact)) continue;
      if (this.#compared.size === MOST_REMEMBERED) this.#compared.clear();
      this.#compared.add(contact);
      for (const person of this.#with(contact)) addContact(person, kind, value);
    }
  }
}

function addContact({ emails, phones, clickIds }: Collected, kind: number, value: string): void {
  (kind === 3 ? emails : kind === 4 ? phones : clickIds).add(value);
}

const KIND_OF = new Map(Object.entries(EVENT_KIND_WORDS).map(([kind, word]) => [word, kind as IdentityKind]));

function asText(value: SqlValue): string {
  return value instanceof Uint8Array ? latin1(value) : String(value ?? '');
}
