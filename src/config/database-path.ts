import { resolve } from 'node:path';

/** Whether a database URL names a PostgreSQL server instead of a file. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(ql)?:/.test(databaseUrl);
}

/** Whether a text is the URL of a SQLite file, or of a database on a PostgreSQL server. */
export function isDatabaseUrl(text: string): boolean {
  if (!isPostgresUrl(text)) return /^sqlite:.+$/s.test(text);
  return hostUrls(text).every((url) => (URL.parse(url)?.pathname.length ?? 0) > 1);
}

/**
 * A URL for each host of a PostgreSQL URL, which can name a primary and its standbys: `postgres://a:5432,b:5432/db`, or
 * `postgres:///db?host=/a,/b` for sockets (libpq, 34.1.1.3).
 */
export function hostUrls(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? [];
  return hosts.split(',').flatMap((host) => {
    const url = URL.parse(`${before}${host}${after}`);
    const folders = url?.searchParams.get('host')?.split(',') ?? [];
    if (url === null || folders.length < 2) return `${before}${host}${after}`;
    return folders.map((folder) => {
      url.searchParams.set('host', folder);
      return url.href;
    });
  });
}

/** A database URL whose file has an absolute path, so that every message that names the database says which one it is. */
export function absoluteUrl(databaseUrl: string): string {
  return isPostgresUrl(databaseUrl) ? databaseUrl : `sqlite:${resolve(databaseUrl.slice('sqlite:'.length))}`;
}

/** A database URL as it may be shown: without a password, and without parameters, which can contain one. */
export function shownDatabase(databaseUrl: string): string {
  if (!isPostgresUrl(databaseUrl)) return databaseUrl;
  const urls = hostUrls(databaseUrl).map((url) => new URL(url));
  const [{ username, pathname }] = urls as [URL];
  const hosts = new Set(urls.map(({ host }) => host));
  return `postgres://${username === '' ? '' : `${username}@`}${[...hosts].join(',')}${pathname}`;
}

/** The file of a `sqlite:PATH` URL; absolute if the URL comes from the configuration. */
export function databasePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
