import { statSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { type DatabaseContents, type DatabaseInspection, inspectDatabase } from '../store/sqlite/inspection.ts';
import { SCHEMA_VERSION } from '../store/sqlite/migrations/index.ts';
import { fileBegins, readBeginning } from './backup-files.ts';

/** The result of verifying a copy of a database. */
export interface Verification {
  readonly bytes: number;
  /** `null` if it could not be read. */
  readonly schemaVersion: number | null;
  readonly contents: DatabaseContents | null;
  /** Why it must not be used; empty if it is intact. */
  readonly problems: readonly Translated<string>[];
  /** What an operator should know, although the copy can be used. */
  readonly warnings: readonly Translated<string>[];
}

/** Reads a whole copy of a database: SQLite's integrity check, references, counters, contents. Changes nothing. */
export async function verifyDatabase(path: string): Promise<Verification> {
  const { size } = statSync(path);
  const unusable = (problem: Translated<string>): Verification => unusableBackup(size, problem);
  if (!fileBegins(path, 'SQLite format 3\0')) return unusable(NOT_A_DATABASE);
  try {
    using inspection = inspectDatabase(path);
    const schemaVersion = await inspection.schemaVersion();
    if (schemaVersion === 0) return unusable(inEveryLanguage((m) => m.errors.backups.empty));
    const damage = await inspection.findDamage({ full: true });
    if (damage.length > 0) return { ...unusable(damaged(damage)), schemaVersion };
    return { bytes: size, schemaVersion, contents: await inspection.contents(), ...(await judge(inspection, schemaVersion)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unusable(inEveryLanguage((_, language) => error.inLanguage(language).message));
  }
}

/** What a backup is warned of next to which there are no erasures. */
export const NO_JOURNAL: Translated<string> = inEveryLanguage((m) => m.errors.backups.noJournal);

/** The result for a copy whose content cannot be read. */
export function unusableBackup(bytes: number, problem: Translated<string>): Verification {
  return { bytes, schemaVersion: null, contents: null, problems: [problem], warnings: [] };
}

/** A file that is the complete database, without a -wal. Backups made by `backup` are. */
export function isSelfContained(path: string): boolean {
  const header = readBeginning(path, 20);
  return header[18] === 1 && header[19] === 1;
}

async function judge(inspection: DatabaseInspection, schemaVersion: number): Promise<Pick<Verification, 'problems' | 'warnings'>> {
  const references = await inspection.countBrokenReferences();
  const problems = references === 0 ? [] : [inEveryLanguage((m) => m.errors.backups.danglingReferences({ count: references }))];
  if (schemaVersion < SCHEMA_VERSION)
    return {
      problems,
      warnings: [inEveryLanguage((m) => m.errors.backups.olderSchema({ version: schemaVersion, schemaVersion: SCHEMA_VERSION }))],
    };
  const orphans = await inspection.countEventsWithoutJob();
  const counters = await inspection.listWrongCounters();
  return {
    problems: [...problems, ...(orphans === 0 ? [] : [inEveryLanguage((m) => m.errors.backups.eventsWithoutJob({ count: orphans }))])],
    warnings: counters.map(({ queue, group, counted, rows }) =>
      inEveryLanguage((m) => m.errors.backups.counterWrong({ queue, group, counted, rows })),
    ),
  };
}

const NOT_A_DATABASE: Translated<string> = inEveryLanguage((m) => m.errors.backups.notADatabase);

function damaged(signs: readonly string[]): Translated<string> {
  const more = signs.length > 1 ? ` (+${signs.length - 1})` : '';
  return inEveryLanguage((m) => m.errors.backups.damaged({ sign: signs[0], more }));
}
