import { closeSync, existsSync, fchownSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../../base/sync-folder.ts';
import type { Journal } from '../core.ts';

/** One erasure, or what was added to it later. */
export interface JournalEntry {
  /** When it began, UTC ms: identifies the erasure together with its client. */
  readonly em: number;
  readonly cliente_id: number | null;
  /** The key of the fingerprints, in hex. */
  readonly chave: string;
  /** HMAC-SHA256, in hex. */
  readonly impressoes: readonly string[];
}

/**
 * The journal of erasures: a file with the fingerprints of everyone who was erased. A backup from before an erasure does not know of it;
 * `restore` reads it here. JSON lines; only whole lines count.
 */
export class FileJournal implements Journal {
  readonly #path: string;
  readonly #ownedLike: string | undefined;

  /** @param ownedLike the file, or its folder if it is missing, whose owner a new journal gets: the service has to read what root writes */
  constructor(path: string, ownedLike?: string) {
    this.#path = path;
    this.#ownedLike = ownedLike;
  }

  get exists(): boolean {
    return existsSync(this.#path);
  }

  /** Appends entries and syncs them. Only the owner can read the file. */
  append(entries: readonly JournalEntry[]): void {
    if (entries.length > 0) this.#write(entries);
  }

  /** Appends what the journal lacks of the entries. */
  add(entries: readonly JournalEntry[]): void {
    this.append(lackingIn(this, entries));
  }

  /** The same; a journal without any is created nevertheless. */
  complete(entries: readonly JournalEntry[]): void {
    this.add(entries);
    if (!this.exists) this.#write([]);
  }

  #write(entries: readonly JournalEntry[]): void {
    const isNew = !this.exists;
    const file = openSync(this.#path, 'a', 0o600);
    try {
      if (isNew) this.#own(file);
      // A line break first: a power cut may have left half a line.
      writeFileSync(file, entries.map((entry) => `\n${JSON.stringify(entry)}\n`).join(''));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) syncFolder(dirname(this.#path));
  }

  #own(file: number): void {
    if (this.#ownedLike === undefined || process.getuid?.() !== 0) return;
    const { uid, gid } = statSync(existsSync(this.#ownedLike) ? this.#ownedLike : dirname(this.#ownedLike));
    fchownSync(file, uid, gid);
  }

  /** The erasures, oldest first; none if there is no journal. */
  read(): readonly JournalEntry[] {
    if (!this.exists) return [];
    const lines = readFileSync(this.#path, 'utf8').split('\n').flatMap(entryOf);
    const erasures = Map.groupBy(lines, nameOf);
    return Array.from(erasures.values(), (parts) => {
      const [first] = parts as [JournalEntry, ...JournalEntry[]];
      return { ...first, impressoes: [...new Set(parts.flatMap(({ impressoes }) => impressoes))] };
    }).toSorted((a, b) => a.em - b.em);
  }
}

/** The entries that a journal does not have, or does not have all fingerprints of. */
export function lackingIn(journal: Journal, entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const known = new Map(journal.read().map((entry) => [nameOf(entry), new Set(entry.impressoes)]));
  return entries.filter((entry) => entry.impressoes.some((print) => known.get(nameOf(entry))?.has(print) !== true));
}

/** What identifies an erasure in a journal and in the databases of an installation. */
export function nameOf({ em, cliente_id: client, chave }: Pick<JournalEntry, 'em' | 'cliente_id' | 'chave'>): string {
  return `${em} ${client ?? ''} ${chave}`;
}

function entryOf(line: string): readonly JournalEntry[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as JournalEntry];
  } catch {
    return [];
  }
}
