import type { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { type ExclusiveUse, takeExclusively } from '../store/sqlite/exclusive-use.ts';
import { type FileUser, listFileUsers } from './open-files.ts';

const UNKNOWN_USER: Translated<string> = inEveryLanguage((m) => m.errors.backups.unknownUser);

/** @throws AppError `conflict` while a process uses the database */
export function refuseUsed(live: string): void {
  if (!databaseExists(live)) return;
  const use = requireUnused(live);
  if (use.kind === 'held') use.release();
}

/**
 * Takes the database for this process alone, until it is released.
 * @throws AppError `conflict` that names who uses it
 */
export function requireUnused(live: string): ExclusiveUse {
  const use = takeExclusively(live);
  if (use.kind === 'in_use') throw inUse(live, usersOf(live));
  // What is too damaged to be locked may still be open somewhere.
  if (use.kind === 'damaged') refuseSeenUsers(live);
  return use;
}

/**
 * Looks from outside, without touching the database: not everybody is seen that way.
 * @throws AppError `conflict`
 */
export function refuseSeenUsers(live: string): void {
  const users = usersOf(live);
  if (users.length > 0) throw inUse(live, users);
}

function usersOf(live: string): readonly FileUser[] {
  return listFileUsers([live, `${live}-wal`, `${live}-shm`]);
}

function inUse(live: string, users: readonly FileUser[]): AppError {
  const names = users.map(({ pid, command }) => `${pid} (${command})`).join(', ');
  const who: Translated<string> =
    users.length === 0 ? UNKNOWN_USER : inEveryLanguage((m) => m.errors.backups.byProcesses({ userCount: users.length, names }));
  return appError('conflict', (m) => m.errors.backups.theDatabaseUseNothing({ live, who }));
}

/**
 * Whoever opened the old file in the moment of the exchange would go on writing into it.
 * @throws AppError `conflict`
 */
export function refuseLateUser(kept: string): void {
  const use = takeExclusively(kept);
  if (use.kind === 'held') use.release();
  if (use.kind !== 'in_use') return;
  const names = listFileUsers([kept]).map(({ pid }) => String(pid));
  throw appError('conflict', (m) => m.errors.backups.theBackupPlaceBut({ names: names.join(', '), kept }));
}
