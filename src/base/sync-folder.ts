import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder, so that files created, renamed or removed in it are so after a power cut. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
