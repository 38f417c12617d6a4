import type { ClientBase, Pool } from 'pg';
import { appError, type Messages } from '../../messages/messages.ts';
import { INCOMPLETE } from '../move/move-rows.ts';
import type { Migration, MigrationPlan } from '../sqlite/migrations/migration.ts';
import { withClient, withPatientClient } from './pool.ts';
import { postgresSchema } from './schema.ts';

type OnStep = (step: Pick<Migration, 'version' | 'name'>, ms: number) => void;

/** The oldest server, as `server_version_num`. */
const OLDEST_SERVER = 140_000;

/** A table that a database has while a restore is not complete. */
export const RESTORE_MARK = 'restauracao';

/** One process at a time migrates. */
const MIGRATION_LOCK = -2;

export const MIGRATIONS = [
  { version: 1, name: 'initial', summary: (m: Messages) => m.cli.operations.firstMigration, sql: postgresSchema },
] as const;

/** The newest schema version this program supports. */
export const SERVER_SCHEMA_VERSION = MIGRATIONS.length;

const SERVER = `
select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  current_setting('server_encoding') as encoding`;

const LOCKS = `
select current_setting('max_locks_per_transaction')::int
  * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as locks`;

/**
 * Checks the server and brings its schema up to date.
 *
 * @param now UTC ms
 * @param options `isRestoring`: a restore opens the database to complete it
 * @returns how many locks the server has room for, of all transactions together
 * @throws AppError `store_unusable` for an old server, a database without Unicode, or an incomplete move or restore, `store_newer`
 */
export async function migrate(pool: Pool, now: number, { isRestoring = false } = {}): Promise<number> {
  return await withClient(pool, async (client) => {
    await prepareServer(client, now);
    if (!isRestoring && (await hasTable(client, RESTORE_MARK))) throw appError('store_unusable', (m) => m.errors.backups.restoreIncomplete);
    if (await hasIncompleteMove(client)) throw appError('store_unusable', (m) => m.errors.move.incomplete);
    const { rows } = await client.query(LOCKS);
    return (rows[0] as { locks: number }).locks;
  });
}

/**
 * The same on one connection, also while a move fills the database.
 * @throws AppError `store_unusable` for an old server or a database without Unicode, `store_newer`
 */
export async function prepareServer(client: ClientBase, now: number): Promise<void> {
  await requireServer(client);
  if ((await schemaVersion(client)) < SERVER_SCHEMA_VERSION) await runSteps(client, now);
}

async function requireServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query(SERVER);
  const [{ version, number, encoding }] = rows as [{ version: string; number: number; encoding: string }];
  if (number < OLDEST_SERVER) throw appError('store_unusable', (m) => m.errors.store.oldServer({ version }));
  if (encoding !== 'UTF8') throw appError('store_unusable', (m) => m.errors.store.notUnicode({ encoding }));
}

async function hasIncompleteMove(client: ClientBase): Promise<boolean> {
  return (await hasTable(client, 'mudanca')) && (await client.query(INCOMPLETE)).rows.length > 0;
}

async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) as name', [name]);
  return (rows[0] as { name: string | null }).name !== null;
}

/** @throws AppError `store_newer` */
async function schemaVersion(client: ClientBase): Promise<number> {
  if (!(await hasTable(client, 'migracoes'))) return 0;
  const { rows } = await client.query('select coalesce(max(versao), 0) as version from migracoes');
  const { version } = rows[0] as { version: number };
  if (version > SERVER_SCHEMA_VERSION)
    throw appError('store_newer', (m) => m.errors.schema.newer({ version, newest: SERVER_SCHEMA_VERSION }));
  return version;
}

async function runSteps(client: ClientBase, now: number, onStep: OnStep = () => undefined): Promise<void> {
  await client.query(`begin isolation level read committed; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  // Read again under the lock: if two processes start together, the second finds the steps done.
  const before = await schemaVersion(client);
  if (before === 0)
    await client.query('create table migracoes (versao bigint primary key, nome text not null, aplicada_em bigint not null)');
  for (const { version, name, sql } of MIGRATIONS) {
    if (version <= before) continue;
    const startedAt = performance.now();
    await client.query(sql());
    await client.query('insert into migracoes (versao, nome, aplicada_em) values ($1, $2, $3)', [version, name, now]);
    onStep({ version, name }, performance.now() - startedAt);
  }
  await client.query('commit');
}

/**
 * The steps that a start of this program would run.
 * @throws AppError `store_newer`, `store_unavailable` …
 */
export async function planServerMigration(url: string): Promise<MigrationPlan> {
  const current = await withPatientClient(url, schemaVersion);
  return { current, target: SERVER_SCHEMA_VERSION, steps: MIGRATIONS.filter(({ version }) => version > current) };
}

/** Runs them in one transaction, under the lock that makes other processes wait. */
export async function runServerMigration(url: string, now: number, onStep: OnStep): Promise<void> {
  await withPatientClient(url, async (client) => {
    await requireServer(client);
    await runSteps(client, now, onStep);
  });
}
