import type { AppError } from '../../../base/app-error.ts';
import { appError } from '../../../messages/messages.ts';
import { INCOMPLETE } from '../../move/move-rows.ts';
import { type Driver, pragma } from '../driver.ts';
import { toStoreError } from '../errors.ts';
import { SCHEMA_VERSION } from './index.ts';
import type { Migration } from './migration.ts';

/** The schema version of an open database; 0 for an empty one. */
export function schemaVersion(driver: Driver): number {
  return pragma(driver, 'user_version');
}

/**
 * Migrates the schema, each step in its own transaction. After a crash between steps the next start continues.
 *
 * @param onStep receives how long each took, in ms
 * @throws AppError `store_unusable` if the data does not allow a step, `store_…` if the disk or another process prevents it
 */
export function migrate(
  driver: Driver,
  migrations: readonly Migration[],
  now: number,
  onStep: (step: Migration, ms: number) => void = () => undefined,
): void {
  for (const migration of migrations) {
    // Without a pending step, take no write lock: among busy workers a start could wait for it until it times out.
    if (schemaVersion(driver) >= migration.version) continue;
    const startedAt = performance.now();
    runStep(driver, migration, now);
    onStep(migration, performance.now() - startedAt);
  }
}

function runStep(driver: Driver, migration: Migration, now: number): void {
  driver.exec('begin immediate');
  try {
    // Read again inside the transaction: if two processes start together, the second finds the step done.
    if (schemaVersion(driver) < migration.version) apply(driver, migration, now);
    driver.exec('commit');
  } catch (error) {
    if (driver.isInTransaction()) driver.exec('rollback');
    throw failedStep(migration, toStoreError(error));
  }
}

/** In the header of our files ("LEA2"). Those from before 0.2 have none, or "LEAD", and their own schema numbers. */
const APPLICATION_ID = 0x4c45_4132;

/**
 * Refuses a database that this program cannot read: from a newer version, from before 0.2, of another program, or not completely moved.
 *
 * @throws AppError `store_newer`, `store_unusable`
 */
export function checkSchema(driver: Driver): void {
  // Check for tables first: they are committed together with version and id, so a migration that runs now never shows tables without them.
  const holdsTables = hasTable(driver, '%');
  const version = schemaVersion(driver);
  if (!holdsTables && version === 0) return;
  const id = pragma<number>(driver, 'application_id');
  if (id !== APPLICATION_ID && hasTable(driver, 'migracoes')) {
    throw appError('store_unusable', (m) => m.errors.schema.before02);
  }
  if (id !== APPLICATION_ID) {
    throw appError('store_unusable', (m) => m.errors.schema.foreign);
  }
  if (version > SCHEMA_VERSION) {
    throw appError('store_newer', (m) => m.errors.schema.newer({ version, newest: SCHEMA_VERSION }));
  }
  if (hasTable(driver, 'mudanca') && driver.prepare(INCOMPLETE).get() !== undefined) {
    throw appError('store_unusable', (m) => m.errors.move.incomplete);
  }
}

function apply(driver: Driver, migration: Migration, now: number): void {
  driver.exec(`pragma application_id = ${APPLICATION_ID}`);
  driver.exec('create table if not exists migracoes (versao integer primary key, nome text not null, aplicada_em integer not null) strict');
  driver.prepare('insert into migracoes (versao, nome, aplicada_em) values (?, ?, ?)').run(migration.version, migration.name, now);
  driver.exec(migration.sql);
  driver.exec(`pragma user_version = ${migration.version}`);
}

/** A step that the data does not allow fails at every start. `store_unusable` stops service managers from retrying forever. */
function failedStep({ version, name }: Migration, error: AppError): AppError {
  if (error.code === 'store_busy') return error;
  const isImpossible = error.code === 'internal';
  // SQLite's own message names the table or row that blocks the step.
  const reason = isImpossible && error.cause instanceof Error ? `${error.cause.message}.` : error.message;
  return appError(isImpossible ? 'store_unusable' : error.code, (m) => m.errors.schema.stepFailed({ version, name, reason }), {
    hint: (m, language) => (isImpossible ? m.errors.schema.unexpectedData : (error.inLanguage(language).hint ?? '')),
    cause: error.cause,
  });
}

/** @param name a pattern of `like` */
export function hasTable(driver: Driver, name: string): boolean {
  const sql = "select 1 from sqlite_schema where type = 'table' and name like ? and name not like 'sqlite_%' limit 1";
  return driver.prepare(sql).get(name) !== undefined;
}
