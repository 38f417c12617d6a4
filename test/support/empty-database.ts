import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openWriteConnection } from '../../src/store/sqlite/connection.ts';
import { TempDir } from './temp-dir.ts';

let content: Buffer | undefined;

/**
 * Creates an empty database with the current schema if the file does not exist. The schema is built once per test file and then copied: 3
 * ms instead of 24. Creating a database is tested in test/store/sqlite/opening.test.ts.
 *
 * @returns the path
 */
export function placeEmptyDatabase(path: string): string {
  content ??= emptyDatabase();
  if (!existsSync(path)) writeFileSync(path, content, { mode: 0o600 });
  return path;
}

function emptyDatabase(): Buffer {
  using folder = new TempDir();
  const path = folder.file('empty.db');
  openWriteConnection(path, Date.now(), { create: true }).close();
  return readFileSync(path);
}
