import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import type { Workbench } from '../workbench.ts';

const DEBIAN_ROOT = '/usr/lib/postgresql';

/**
 * Durable as installed (fsync, synchronous_commit), with the memory and WAL size of a typical database server. Without compiling statements
 * (jit), which is made for reports: a statement that stores 1,000 leads in 0.2 s was compiled for 4 s.
 */
const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=15min',
  'jit=off',
  'max_locks_per_transaction=256',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=100',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

export const POSTGRES_SETTINGS = SETTINGS.slice(0, 8).join(', ');

/** An empty PostgreSQL on a free loopback port, stopped with the workbench. Returns its connection string. */
export async function startPostgres(bench: Workbench): Promise<string> {
  const folder = join(bench.folder, `postgres-${Date.now()}`);
  mkdirSync(folder, { mode: 0o700 });
  const user = unprivilegedUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  execFileSync(postgresBinary('initdb'), ['-D', folder, '-U', 'bench', '--auth=trust', '--encoding=UTF8', '--locale=C'], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const port = await freePort();
  const options = SETTINGS.flatMap((setting) => ['-c', setting]);
  // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for clients.
  bench.start(postgresBinary('postgres'), ['-D', folder, '-p', String(port), ...options], { ...user, cwd: '/', stopSignal: 'SIGINT' });
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  return url;
}

/** A database in use has been vacuumed: after it has been filled, autovacuum would begin while the clock runs. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}

/** Debian does not put the server's programs into PATH; uses the newest installed version. */
export function postgresBinary(name: string): string {
  try {
    const newest = readdirSync(DEBIAN_ROOT).toSorted((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? name : join(DEBIAN_ROOT, newest, 'bin', name);
  } catch {
    return name;
  }
}

/** PostgreSQL refuses to run as root, so it runs as Debian's user if we are root. */
function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
