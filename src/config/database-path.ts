import { appError } from '../messages/messages.ts';

/** Whether a database URL names a PostgreSQL server instead of a file. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(ql)?:/.test(databaseUrl);
}

/** A database URL as it may be shown: without a password, and without parameters, which can contain one. */
export function shownDatabase(databaseUrl: string): string {
  if (!isPostgresUrl(databaseUrl)) return databaseUrl;
  const { username, host, pathname } = new URL(databaseUrl);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/**
 * The file of a `sqlite:PATH` URL; absolute if the URL comes from the configuration.
 *
 * @throws AppError `usage` for a PostgreSQL server
 */
export function databasePath(databaseUrl: string): string {
  if (isPostgresUrl(databaseUrl)) throw appError('usage', (m) => m.errors.onlyForFiles);
  return databaseUrl.replace(/^sqlite:/, '');
}
