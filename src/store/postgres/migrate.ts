import type { Pool, PoolClient } from 'pg';
import { appError } from '../../messages/messages.ts';
import { postgresSchema } from './schema.ts';

/** The oldest server, as `server_version_num`. */
const OLDEST_SERVER = 140_000;

/** One process at a time migrates. */
const MIGRATION_LOCK = -2;

const MIGRATIONS = [{ version: 1, name: 'initial', sql: postgresSchema }] as const;

const NEWEST = MIGRATIONS.length;

const SERVER = `
select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  current_setting('synchronous_commit') as synchronous`;

/** `synchronous_commit` values with which a commit that was acknowledged is on disk. */
const DURABLE = new Set(['on', 'remote_write', 'remote_apply']);

/**
 * Checks the server and brings its schema up to date.
 *
 * @param now UTC ms
 * @returns what a transaction has to begin with, so that its commit is on disk when it is acknowledged
 * @throws AppError `store_unusable` for an old server, `store_newer`
 */
export async function migrate(pool: Pool, now: number): Promise<string> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    const { rows } = await client.query(SERVER);
    const [{ version, number, synchronous }] = rows as [{ version: string; number: number; synchronous: string }];
    if (number < OLDEST_SERVER) throw appError('store_unusable', (m) => m.errors.store.oldServer({ version }));
    if ((await schemaVersion(client)) < NEWEST) await runSteps(client, now);
    return DURABLE.has(synchronous) ? 'begin' : 'begin; set local synchronous_commit = on';
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    client.release(failed);
  }
}

/** @throws AppError `store_newer` */
async function schemaVersion(client: PoolClient): Promise<number> {
  const { rows: tables } = await client.query("select to_regclass('migracoes') as name");
  if ((tables[0] as { name: string | null }).name === null) return 0;
  const { rows } = await client.query('select coalesce(max(versao), 0) as version from migracoes');
  const { version } = rows[0] as { version: number };
  if (version > NEWEST) throw appError('store_newer', (m) => m.errors.schema.newer({ version, newest: NEWEST }));
  return version;
}

async function runSteps(client: PoolClient, now: number): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  // Read again under the lock: if two processes start together, the second finds the steps done.
  const before = await schemaVersion(client);
  if (before === 0)
    await client.query('create table migracoes (versao bigint primary key, nome text not null, aplicada_em bigint not null)');
  for (const { version, name, sql } of MIGRATIONS) {
    if (version <= before) continue;
    await client.query(sql());
    await client.query('insert into migracoes (versao, nome, aplicada_em) values ($1, $2, $3)', [version, name, now]);
  }
  await client.query('commit');
}
