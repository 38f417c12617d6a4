import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import type { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { type ExclusiveUse, takeExclusively } from '../store/sqlite/open-for-writing.ts';

const UNKNOWN_USER: Translated<string> = inEveryLanguage((m) => m.errors.backups.unknownUser);

/** @throws AppError `conflict` while a process uses the database */
export function refuseUsed(live: string): void {
  if (!databaseExists(live)) return;
  const use = requireUnused(live);
  if (use.kind === 'held') use.release();
}

/**
 * Locks the database for this process alone until it is released.
 * @throws AppError `conflict` that names the processes using it
 */
export function requireUnused(live: string): ExclusiveUse {
  const use = takeExclusively(live);
  if (use.kind === 'in_use') throw inUse(live, usersOf(live));
  // A database too damaged to be locked may still be open in another process.
  if (use.kind === 'damaged') refuseSeenUsers(live);
  return use;
}

/**
 * Checks from outside, without touching the database; this does not see every process.
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
  return appError('conflict', (m) => m.errors.backups.databaseInUse({ live, who }));
}

/**
 * A process that opened the old file during the exchange would keep writing to it.
 * @throws AppError `conflict`
 */
export function refuseLateUser(kept: string): void {
  const use = takeExclusively(kept);
  if (use.kind === 'held') use.release();
  if (use.kind !== 'in_use') return;
  const names = listFileUsers([kept]).map(({ pid }) => String(pid));
  throw appError('conflict', (m) => m.errors.backups.restoredButOpen({ names: names.join(', '), kept }));
}

/** A process that has a file open. */
interface FileUser {
  readonly pid: number;
  /** Its command line, shortened. */
  readonly command: string;
}

const SHOWN_CHARACTERS = 80;

/**
 * Other processes that have one of the files open, as far as this user may see: all of them as root, otherwise only the user's own. Empty
 * on systems without /proc, so an empty list does not prove that there are none.
 */
function listFileUsers(paths: readonly string[]): readonly FileUser[] {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => entries(`/proc/${pid}/fd`).some((fd) => paths.includes(targetOf(`/proc/${pid}/fd/${fd}`))))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another user's process, a process that has ended, or no /proc.
    return [];
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function commandOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // Folders would take the room of the command: `node run.js serve`.
    return words
      .map((word) => (isAbsolute(word) ? basename(word) : word))
      .join(' ')
      .trim()
      .slice(0, SHOWN_CHARACTERS);
  } catch {
    return '';
  }
}
