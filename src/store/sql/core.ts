import type { AttributionRules } from '../../domain/attribution.ts';
import type { ChangeFeed } from '../../domain/ports.ts';
import type { JournalEntry } from './privacy/journal.ts';
import type { Sought } from './privacy/person-matcher.ts';
import type { Reads } from './reads.ts';
import type { Writes } from './writes.ts';

/** The arguments and the result of a read or a write. */
type Args<Of, Name extends keyof Of> = Of[Name] extends (...args: infer Arguments) => unknown ? Arguments : never;
export type Answer<Of, Name extends keyof Of> = Promise<Of[Name] extends (...args: never[]) => infer Returned ? Awaited<Returned> : never>;

/** Asked before each of many steps; false stops them. */
export type GoOn = () => Promise<boolean>;

/** What the ports of a store are built on. Rejects with AppErrors of the store. */
export interface StoreCore {
  /** Which platforms receive conversions. */
  readonly attribution: AttributionRules;
  /** Runs a short read of a worker or of intake: one or two lookups by key. */
  look<Name extends keyof Reads & string>(name: Name, ...args: Args<Reads, Name>): Answer<Reads, Name>;
  /** Runs a read that people wait for, of a few milliseconds at most; larger queries are split into several reads. */
  read<Name extends keyof Reads & string>(name: Name, ...args: Args<Reads, Name>): Answer<Reads, Name>;
  /** Runs one operation atomically; resolves once it is on disk. Repeating it is always safe. */
  write<Name extends keyof Writes & string>(name: Name, ...args: Args<Writes, Name>): Answer<Writes, Name>;
  readonly changes: ChangeFeed;
  readonly leftovers: Leftovers;
  readonly journal: Journal;
  /** Runs a step that deletes, which may need space before it frees any. `isFull`: there is hardly any, so the step has to be small. */
  deleting<Value>(step: (isFull: boolean) => Promise<Value>): Promise<Value>;
  /** Gives free space back to the file system, after each step that deletes. */
  giveBackSpace(): Promise<void>;
  close(): Promise<void>;
}

/** What rows that were blanked leave behind, outside of them. */
export interface Leftovers {
  /** Takes the words of blanked rows out of the search index. False if it was stopped, or something was in the way. */
  cleanIndex(goOn?: GoOn): Promise<boolean>;
  /** Removes the rest. False if something was in the way, such as a long read of another process. */
  remove(): Promise<boolean>;
  /** Searches for what is still left of a person after `remove`, and removes it. `isKept`: whether others may keep the same. */
  removeOf(sought: Sought, isKept: () => Promise<boolean>): Promise<boolean>;
}

/** The fingerprints of everyone who was erased, apart from the database: a backup from before an erasure does not know of it. */
export interface Journal {
  /** @throws if they cannot be written */
  append(entries: readonly JournalEntry[]): void;
  read(): readonly JournalEntry[];
}
