import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { appError } from '../messages/messages.ts';
import { fileSystemOf, freeBytes, isInMemory } from './machine.ts';

/** On some systems, files that a process is just closing need another attempt. */
const REMOVE_RETRIES = 5;

/**
 * The folder to measure in: the given one; otherwise the first that exists and is on a disk: that of the configured database, the system's
 * temporary folder, the working directory. A file system in memory is fast but keeps nothing.
 */
export function chooseFolder(asked: string | undefined, databasePath: string): string {
  if (asked !== undefined) return resolve(asked);
  const usable = [dirname(databasePath), tmpdir(), process.cwd()].filter(isWritable);
  return usable.find((folder) => !isInMemory(fileSystemOf(folder))) ?? usable[0] ?? tmpdir();
}

/**
 * Creates a new folder inside another one, readable only by its owner.
 *
 * @throws AppError `store_unusable` if it cannot be created, `store_full` if the disk has too little space for the run
 */
export function makeTemporaryFolder(inside: string, neededBytes: number): string {
  const free = orNotUsable(inside, () => freeBytes(inside));
  if (free < neededBytes) {
    const needed = megabytes(neededBytes);
    throw appError('store_full', (m) => m.cli.bench.noRoom({ needed, folder: inside, free: megabytes(free) }), {
      hint: (m) => m.cli.bench.noRoomHint,
    });
  }
  return orNotUsable(inside, () => mkdtempSync(join(inside, 'lead-intake-bench-')));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES });
}

function orNotUsable<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw appError('store_unusable', (m) => m.cli.bench.noFolder({ folder, code }), { hint: (m) => m.cli.bench.noFolderHint, cause });
  }
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
