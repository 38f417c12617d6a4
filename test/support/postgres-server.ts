import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

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
  readonly #start: () => ChildProcess;
  #process: ChildProcess;
  #databases = 0;
  /** The statements that empty every table of a database. */
  #emptying: string | undefined;

  private constructor(folder: string, start: () => ChildProcess) {
    this.#folder = folder;
    this.#start = start;
    this.#process = start();
  }

  static async start(): Promise<PostgresServer> {
    // Short: the path of a socket has 107 characters at most.
    const folder = mkdtempSync(join(tmpdir(), 'pg-'));
    const user = process.getuid?.() === 0 ? account(USER) : undefined;
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const options = ['--pgdata', data, '--username', USER, '--auth', 'trust', '--no-sync', '--encoding', 'UTF8', '--locale', 'C.UTF-8'];
    await run(binary('initdb'), options, { ...user, cwd: folder });
    const settings = ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...FAST];
    const started = new PostgresServer(folder, () => spawn(binary('postgres'), settings, { ...user, cwd: folder, stdio: 'ignore' }));
    await started.#ready();
    return started;
  }

  /** Ends the server as a crash of its processes does. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async startAgain(): Promise<void> {
    this.#process = this.#start();
    await this.#ready();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill(signal);
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

  address(database: string): string {
    return `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(this.#folder)}`;
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
        if (this.#process.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
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
