import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. */
const USER = 'postgres';

/** Faster than a disk: what a crash of the machine would lose is lost with the temporary folder anyway. */
const FAST = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

const EVERY_TABLE = `
select relname as name from pg_class
where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migracoes'`;

/** A server of Debian's PostgreSQL in a temporary folder, which listens on a Unix socket only. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly #user: { readonly uid: number; readonly gid: number } | undefined;
  #process: ChildProcess | undefined;
  #databases = 0;
  /** The statements that empty every table of a database. */
  #emptying: string | undefined;

  private constructor(settings: readonly string[] = []) {
    this.#settings = settings.flatMap((setting) => ['-c', setting]);
    // Short: the path of a socket has 107 characters at most.
    this.#folder = mkdtempSync(join(tmpdir(), 'pg-'));
    this.#user = process.getuid?.() === 0 ? account(USER) : undefined;
    if (this.#user !== undefined) chownSync(this.#folder, this.#user.uid, this.#user.gid);
  }

  /** @param settings such as `max_connections=50` */
  static async start(...settings: readonly string[]): Promise<PostgresServer> {
    const server = new PostgresServer(settings);
    const options = ['--username', USER, '--auth', 'trust', '--no-sync', '--encoding', 'UTF8', '--locale', 'C.UTF-8'];
    await server.#run('initdb', '--pgdata', server.#data, ...options);
    await server.startAgain();
    return server;
  }

  static async standbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const server = new PostgresServer();
    await server.follow(primary);
    return server;
  }

  /** Ends the server as a crash of its processes does. */
  async kill(signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
    await this.#end(signal);
  }

  async startAgain(): Promise<void> {
    const settings = ['-D', this.#data, '-k', this.#folder, '-c', 'listen_addresses=', ...FAST, ...this.#settings];
    this.#process = spawn(binary('postgres'), settings, { ...this.#user, cwd: this.#folder, stdio: 'ignore' });
    await this.#ready();
  }

  /** Starts as a standby with the data of a primary, which waits for it with every commit from then on. */
  async follow(primary: PostgresServer): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true });
    const options = ['--host', primary.#folder, '--username', USER, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync'];
    await this.#run('pg_basebackup', '--pgdata', this.#data, ...options);
    await this.startAgain();
    await primary.query('postgres', "alter system set synchronous_standby_names = '*'");
    await primary.query('postgres', 'select pg_reload_conf()');
    const isWaitedFor = "select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'";
    while ((await primary.query('postgres', isWaitedFor)).length === 0) await pause();
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.query('postgres', 'select pg_promote()');
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #run(program: string, ...args: readonly string[]): Promise<void> {
    await run(binary(program), args, { ...this.#user, cwd: this.#folder });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  }

  /** The address of a new database. */
  async newDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.query('postgres', `create database ${name}`);
    return this.address(name);
  }

  /** Empties a database as if its schema had just been created: a new one takes five times as long. */
  async clear(address: string): Promise<void> {
    const name = this.nameOf(address);
    this.#emptying ??= (await this.query(name, EVERY_TABLE))
      .map((row) => `delete from ${(row as { readonly name: string }).name}`)
      .join(';');
    // Without the triggers that let nothing be deleted.
    await this.query(name, `set session_replication_role = replica; ${this.#emptying}; select setval(seqrelid, 1, false) from pg_sequence`);
  }

  async drop(address: string): Promise<void> {
    await this.query('postgres', `drop database if exists ${this.nameOf(address)} with (force)`);
  }

  nameOf(address: string): string {
    return new URL(address).pathname.slice(1);
  }

  /** The folder of its socket. */
  get folder(): string {
    return this.#folder;
  }

  /** @param others servers that are tried too, or what passes connections on to them */
  address(database: string, ...others: readonly { readonly folder: string }[]): string {
    return addressOf(database, this, ...others);
  }

  async query(database: string, sql: string): Promise<readonly unknown[]> {
    const client = new pg.Client(this.address(database));
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The fast shutdown of the manual.
    await this.#end('SIGINT');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    for (;;) {
      try {
        await this.query('postgres', 'select 1');
        return;
      } catch (error) {
        if (this.#process?.exitCode !== null) throw error;
        await pause();
      }
    }
  }
}

/** A URL of a database on one of several hosts. */
export function addressOf(database: string, ...hosts: readonly { readonly folder: string }[]): string {
  return `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(hosts.map(({ folder }) => folder).join(','))}`;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

function binary(name: string): string {
  const folders = [...globSync('/usr/lib/postgresql/*/bin'), ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is missing: run test/install-debian-packages.sh`);
  return found;
}

function account(name: string): { readonly uid: number; readonly gid: number } {
  const idOf = (option: string): number => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Resolves once so many connections wait for a lock. */
export async function waiters(server: PostgresServer, address: string, count: number): Promise<void> {
  const sql = `select count(*)::int as total from pg_stat_activity where datname = '${server.nameOf(address)}' and wait_event_type = 'Lock'`;
  await expect.poll(() => server.query('postgres', sql)).toEqual([{ total: count }]);
}
