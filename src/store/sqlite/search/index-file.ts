import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import type { SearchedTable } from '../../sql/search.ts';
import type { SqliteConnection } from '../connection.ts';
import { fileAt, realDatabase } from '../database-path.ts';
import { openDriver, pragma } from '../driver.ts';

/** "LES" and a number that changes with the schema below and with the words of `search-words.ts`: another version is rebuilt. */
export const INDEX_VERSION = 0x4c45_5302;

/** The log is copied into the file, and both are synced, when it holds this many pages (16 MiB). */
const CHECKPOINT_PAGES = 4_000;

/** `ascii` splits at ASCII punctuation; `search-words.ts` folds the words. `detail=none`, without positions, halves the tables. */
export const INDEX_SCHEMA = `
create virtual table busca_eventos using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');
create virtual table busca_leads using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');
insert into busca_eventos (busca_eventos, rank) values ('usermerge', 2);
insert into busca_leads (busca_leads, rank) values ('usermerge', 2);
create table busca_posicoes (
  tabela text primary key check (tabela in ('eventos', 'leads', 'mudancas')),
  ate integer not null,
  marca text not null
) strict, without rowid;
pragma user_version = ${INDEX_VERSION};`;

export const INDEX_TABLES: readonly SearchedTable[] = ['eventos', 'leads'];

/** Where the search index of a database is: next to its file. */
export function indexPath(database: string): string {
  return `${realDatabase(database)}-search`;
}

/**
 * The index of a database, opened to be written and kept open. Creates it if it is missing, with the permissions of the database. Only
 * checkpoints are synced: after a power cut, the index is as it was earlier.
 */
export function writableIndex(database: SqliteConnection): SqliteConnection {
  const path = indexPath(database.path);
  if (database.index !== undefined && database.index.file === fileAt(path)) return database.index.connection;
  database.index?.connection.close();
  // Not one that is there: its first `close` would drop the locks of this process on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', statSync(database.path).mode & 0o777));
  // First, so that a file that replaces it now counts as another one.
  const file = fileAt(path);
  const connection = database.beside(openDriver(path, { readonly: false }), path);
  database.index = { file, connection };
  // Merges free the pages of what they have read: those must not keep the words of people who are erased.
  connection.driver.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on');
  connection.driver.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return connection;
}

export function indexVersion(index: SqliteConnection, schema = 'main'): number {
  return pragma(index.driver, `${schema}.user_version`);
}

/** Removes an index that cannot be used, unless it has been replaced meanwhile. The process that indexes creates a new one. */
export function removeIndex(database: string, file = fileAt(indexPath(database))): void {
  const path = indexPath(database);
  if (fileAt(path) !== file) return;
  // The file last: once it is gone, another process may create it again, with a new log.
  for (const ending of ['-wal', '-shm', '']) rmSync(path + ending, { force: true });
}
