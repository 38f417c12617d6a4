import { resolve } from 'node:path';

/** Whether a database URL names a PostgreSQL server instead of a file. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(ql)?:/.test(databaseUrl);
}

/** Whether a text is the URL of a SQLite file, or of a database on a PostgreSQL server. */
export function isDatabaseUrl(text: string): boolean {
  return isPostgresUrl(text) ? (URL.parse(text)?.pathname.length ?? 0) > 1 : /^sqlite:.+$/s.test(text);
}

/** A database URL whose file has an absolute path, so that every message that names the database says which one it is. */
export function absoluteUrl(databaseUrl: string): string {
  return isPostgresUrl(databaseUrl) ? databaseUrl : `sqlite:${resolve(databaseUrl.slice('sqlite:'.length))}`;
}

/** A database URL as it may be shown: without a password, and without parameters, which can contain one. */
export function shownDatabase(databaseUrl: string): string {
  if (!isPostgresUrl(databaseUrl)) return databaseUrl;
  const { username, host, pathname } = new URL(databaseUrl);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** The file of a `sqlite:PATH` URL; absolute if the URL comes from the configuration. */
export function databasePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
