import { resolve } from 'node:path';

/** Whether a database URL names a PostgreSQL server instead of a file. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(ql)?:/.test(databaseUrl);
}

/** Whether a text is the URL of a SQLite file, or of a database on a PostgreSQL server. */
export function isDatabaseUrl(text: string): boolean {
  if (!isPostgresUrl(text)) return /^sqlite:.+$/s.test(text);
  const isEncoded = !/%(?![\da-f]{2})/i.test(text);
  return isEncoded && readServerUrl(text).database !== '' && hostUrls(text).every((url) => URL.canParse(url));
}

/** The parts of `postgres://user:password@host:port/database?parameters`, as they are in the URL. */
interface ServerUrl {
  readonly user: string;
  readonly password: string;
  /** A primary and its standbys: `a:5432,b:5432`. */
  readonly hosts: string;
  readonly database: string;
  readonly parameters: URLSearchParams;
}

/**
 * `URL` reads only one host. The name of the application is the program's own, by which `move` and `restore` find other processes
 * (`store/postgres/move-side.ts`).
 */
function readServerUrl(databaseUrl: string): ServerUrl {
  const parts = /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::([^/?]*))?@)?([^@/?]*)\/?([^?]*)\??(.*)$/s.exec(databaseUrl) ?? [];
  const [, user = '', password = '', hosts = '', database = '', parameters = ''] = parts;
  const others = new URLSearchParams(parameters);
  others.delete('application_name');
  return { user, password, hosts, database, parameters: others };
}

function writeServerUrl({ user, password, hosts, database, parameters }: ServerUrl): string {
  const login = password === '' ? user : `${user}:${password}`;
  // For libpq, a plus sign is no space.
  const after = parameters.size === 0 ? '' : `?${String(parameters).replaceAll('+', '%20')}`;
  return `postgres://${login === '' ? '' : `${login}@`}${hosts}/${database}${after}`;
}

/**
 * A URL for each host of a PostgreSQL URL, which can name a primary and its standbys: `postgres://a:5432,b:5432/db`, or
 * `postgres:///db?host=/a,/b` for sockets (libpq, 34.1.1.3).
 */
export function hostUrls(databaseUrl: string): readonly string[] {
  const url = readServerUrl(databaseUrl);
  const folders = url.parameters.get('host')?.split(',') ?? [];
  if (folders.length < 2) return url.hosts.split(',').map((hosts) => writeServerUrl({ ...url, hosts }));
  return folders.map((folder) => {
    const parameters = new URLSearchParams(url.parameters);
    parameters.set('host', folder);
    return writeServerUrl({ ...url, parameters });
  });
}

/**
 * The URL for the driver, which verifies the server for `prefer`, `require` and `verify-ca` as for `verify-full`, and prints a warning of four
 * lines about that each time.
 */
export function driverUrl(hostUrl: string): string {
  const url = readServerUrl(hostUrl);
  const isWarnedAbout = /^(prefer|require|verify-ca)$/.test(url.parameters.get('sslmode') ?? '') && !url.parameters.has('uselibpqcompat');
  if (isWarnedAbout) url.parameters.set('sslmode', 'verify-full');
  return writeServerUrl(url);
}

/** The name of the database on its server. */
export function databaseName(databaseUrl: string): string {
  return decodeURIComponent(readServerUrl(databaseUrl).database);
}

/** What libpq understands of the parameters that a URL of ours may have. */
const LIBPQ_PARAMETERS = new Set(['host', 'port', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'connect_timeout', 'options']);

/** For PostgreSQL's own programs: the URL without its password, which every user of the machine could read in their arguments. */
export function libpqUrl(databaseUrl: string): { readonly url: string; readonly password: string } {
  const url = readServerUrl(databaseUrl);
  const given = url.parameters.get('user');
  const user = given === null ? url.user : encodeURIComponent(given);
  const password = url.parameters.get('password') ?? decodeURIComponent(url.password);
  const parameters = new URLSearchParams([...url.parameters].filter(([name]) => LIBPQ_PARAMETERS.has(name)));
  // The driver's name for it.
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require');
  if (hostUrls(databaseUrl).length > 1) parameters.set('target_session_attrs', 'read-write');
  return { url: writeServerUrl({ ...url, user, password: '', parameters }), password };
}

/** A database URL whose file has an absolute path, so that every message that names the database says which one it is. */
export function absoluteUrl(databaseUrl: string): string {
  return isPostgresUrl(databaseUrl) ? databaseUrl : `sqlite:${resolve(databaseUrl.slice('sqlite:'.length))}`;
}

/** A database URL as it may be shown: without a password, and without parameters, which can contain one. */
export function shownDatabase(databaseUrl: string): string {
  if (!isPostgresUrl(databaseUrl)) return databaseUrl;
  const { user, hosts, database } = readServerUrl(databaseUrl);
  return writeServerUrl({ user, password: '', hosts, database, parameters: new URLSearchParams() });
}

/** The file of a `sqlite:PATH` URL; absolute if the URL comes from the configuration. */
export function databasePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
