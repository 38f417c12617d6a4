import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSystemOf, freeBytes, isInMemory } from '../../src/benchmark/machine.ts';

const MEMORY = '/dev/shm';
/** Containers often have 64 MB there, which a few concurrent databases fill. */
const PLENTY_BYTES = 512 * 1_048_576;

/**
 * For tests of what is stored, not of how: in memory, a sync takes no time. Falls back to the system's temporary folder if memory has no
 * room.
 */
export const QUICK_FOLDER = hasRoom(MEMORY) ? MEMORY : tmpdir();

/** A temporary folder for one test, removed at the end of its block: `using folder = new TempDir()`. */
export class TempDir implements Disposable {
  readonly path: string;

  constructor(inside = tmpdir()) {
    this.path = mkdtempSync(join(inside, 'lead-intake-'));
  }

  /** The path of a file in the folder; creates nothing. */
  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return isInMemory(fileSystemOf(folder)) && freeBytes(folder) >= PLENTY_BYTES;
  } catch {
    return false;
  }
}
