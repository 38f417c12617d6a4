import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openWriteConnection } from '../../src/store/sqlite/connection.ts';
import { TempDir } from './temp-dir.ts';

let content: Buffer | undefined;

/**
 * Puts a database without a row where there is none yet, as the program makes it. The schema is built once in each file of tests and copied
 * from then on: 3 ms instead of 24. How a database is made is tested in test/store/sqlite/opening.test.ts.
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
