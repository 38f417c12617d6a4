import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';
import { fileSystemOf, freeBytes, isInMemory } from './machine.ts';

/** Files that a process is just leaving may need a second try on some systems. */
const REMOVE_RETRIES = 5;

/**
 * The folder in which to measure: the one asked for; else that of the configured database, or the system's for temporary
 * files, or the working directory, whichever exists first and is on a disk. Memory stores fast and keeps nothing.
 */
export function chooseFolder(asked: string | undefined, databasePath: string): string {
  if (asked !== undefined) return resolve(asked);
  const usable = [dirname(databasePath), tmpdir(), process.cwd()].filter(isWritable);
  return usable.find((folder) => !isInMemory(fileSystemOf(folder))) ?? usable[0] ?? tmpdir();
}

/**
 * Makes a folder of its own inside another one. Its content is its owner's alone.
 *
 * @throws AppError `store_unusable` when it cannot be made, `store_full` when the disk has not enough space for the run
 */
export function makeTemporaryFolder(inside: string, neededBytes: number): string {
  refuseSmallDisk(inside, neededBytes);
  try {
    return mkdtempSync(join(inside, 'lead-intake-bench-'));
  } catch (error) {
    throw notUsable(inside, error);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES });
}

function refuseSmallDisk(folder: string, neededBytes: number): void {
  const free = readFreeBytes(folder);
  if (free >= neededBytes) return;
  throw appError(
    'store_full',
    (m) => m.cli.bench.theBenchmarkNeedsAbout({ megabytes: megabytes(neededBytes), folder, megabytes2: megabytes(free) }),
    { hint: (m) => m.cli.bench.nameFolderDiskMore },
  );
}

function readFreeBytes(folder: string): number {
  try {
    return freeBytes(folder);
  } catch (error) {
    throw notUsable(folder, error);
  }
}

function notUsable(folder: string, cause: unknown): AppError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
  return appError('store_unusable', (m) => m.cli.bench.noTemporaryFolderCan({ folder, code }), {
    hint: (m) => m.cli.bench.nameFolderExistsYou,
    cause,
  });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1_000_000).toLocaleString('en-US');
}
