import { closeSync, existsSync, fchownSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../../base/sync-folder.ts';
import { realDatabase } from '../database-path.ts';

/**
 * The journal of erasures: a file next to the database with the fingerprints of everyone who was erased. A backup from before an erasure
 * does not know of it; `restore` reads it here. JSON lines; only whole lines count.
 */

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

function journalPath(database: string): string {
  return `${realDatabase(database)}-erasures`;
}

export function hasJournal(database: string): boolean {
  return existsSync(journalPath(database));
}

/** Appends entries and syncs them. Only the owner can read the file. */
export function appendToJournal(database: string, entries: readonly JournalEntry[]): void {
  if (entries.length === 0) return;
  const path = journalPath(database);
  const isNew = !existsSync(path);
  const file = openSync(path, 'a', 0o600);
  try {
    if (isNew) ownLikeDatabase(file, database);
    // A line break first: a power cut may have left half a line.
    writeFileSync(file, entries.map((entry) => `\n${JSON.stringify(entry)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) syncFolder(dirname(path));
}

/** Whoever erases as root, the service has to read the journal. */
function ownLikeDatabase(file: number, database: string): void {
  const { uid, gid } = statSync(realDatabase(database));
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
}

/** The erasures of a journal, oldest first; none if there is no journal. */
export function readJournal(database: string): readonly JournalEntry[] {
  if (!hasJournal(database)) return [];
  const lines = readFileSync(journalPath(database), 'utf8').split('\n').flatMap(entryOf);
  const erasures = Map.groupBy(lines, nameOf);
  return Array.from(erasures.values(), (parts) => {
    const [first] = parts as [JournalEntry, ...JournalEntry[]];
    return { ...first, impressoes: [...new Set(parts.flatMap(({ impressoes }) => impressoes))] };
  }).toSorted((a, b) => a.em - b.em);
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
