import { AppError } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import type { Driver } from '../driver.ts';
import { toStoreError } from '../errors.ts';
import type { Migration } from './migration.ts';

/** The schema version of an open database; 0 for an empty one. */
export function schemaVersion(driver: Driver): number {
  const row = driver.prepare('pragma user_version').get() as { user_version: number };
  return row.user_version;
}

/**
 * Brings the schema up to date, each step in its own transaction; a crash between steps is continued by the next start.
 *
 * @throws AppError `store_unusable` for a step that these data do not allow, `store_…` for trouble of the disk or of another process
 */
export function migrate(driver: Driver, migrations: readonly Migration[], now: number): void {
  for (const migration of migrations) {
    // Where nothing is to do no write lock is taken: among busy workers a start could wait for it until it gives up.
    if (schemaVersion(driver) >= migration.version) continue;
    if (migration.rebuildsTables) withoutReferences(driver, () => runStep(driver, migration, now));
    else runStep(driver, migration, now);
  }
}

function runStep(driver: Driver, migration: Migration, now: number): void {
  driver.exec('begin immediate');
  try {
    // Read again inside the transaction: of two processes that start together, the second finds the work done.
    if (schemaVersion(driver) < migration.version) apply(driver, migration, now);
    driver.exec('commit');
  } catch (error) {
    if (driver.isInTransaction()) driver.exec('rollback');
    throw failedStep(migration, toStoreError(error));
  }
}

/** SQLite ignores this pragma inside a transaction, and deletes the rows of a table it drops one by one while references are enforced. */
function withoutReferences(driver: Driver, run: () => void): void {
  const { foreign_keys: before } = driver.prepare('pragma foreign_keys').get() as { foreign_keys: number };
  driver.exec('pragma foreign_keys = off');
  try {
    run();
  } finally {
    driver.exec(`pragma foreign_keys = ${before}`);
  }
}

/** Refuses a database that is newer than this program, or that is not a database of this program. */
export function checkSchema(driver: Driver, newest: number): void {
  // Tables first: they and their version come in one commit, so tables of a process that migrates now are never seen without it.
  const holdsTables = hasTables(driver);
  const version = schemaVersion(driver);
  if (version > newest) {
    const message = {
      en: `The database has schema ${version}, this program knows schemas up to ${newest}.`,
      pt: `O banco de dados tem o esquema ${version}; este programa conhece até o ${newest}.`,
    };
    const hint = {
      en: 'A newer lead-intake has used this database. Run that version, or restore a backup from before the update.',
      pt: 'Um lead-intake mais novo usou este banco. Execute essa versão, ou restaure um backup de antes da atualização.',
    };
    throw new AppError('store_newer', message, { hint });
  }
  if (version === 0 && holdsTables) {
    const message = { en: 'The database holds tables of another program.', pt: 'O banco de dados tem tabelas de outro programa.' };
    const hint = {
      en: 'Check DATABASE_URL: lead-intake needs a file of its own.',
      pt: 'Confira DATABASE_URL: o lead-intake precisa de um arquivo só dele.',
    };
    throw new AppError('store_unusable', message, { hint });
  }
}

function apply(driver: Driver, migration: Migration, now: number): void {
  driver.exec('create table if not exists migracoes (versao integer primary key, nome text not null, aplicada_em integer not null) strict');
  driver.prepare('insert into migracoes (versao, nome, aplicada_em) values (?, ?, ?)').run(migration.version, migration.name, now);
  for (const [name, call] of Object.entries(migration.functions ?? {})) driver.defineFunction(name, call);
  driver.exec(migration.sql);
  driver.exec(`pragma user_version = ${migration.version}`);
}

/** A step that these data do not allow fails at every start: `store_unusable`, so that no service manager tries for ever. */
function failedStep({ version, name }: Migration, error: AppError): AppError {
  if (error.code === 'store_busy') return error;
  const isImpossible = error.code === 'internal';
  // SQLite's own words tell which table or row is in the way.
  const reason = isImpossible && error.cause instanceof Error ? `${error.cause.message}.` : error.message;
  const message = {
    en: `Step ${version} (${name}) of the schema failed and was undone: ${reason}`,
    pt: `O passo ${version} (${name}) do esquema falhou e foi desfeito: ${reason}`,
  };
  const hint = isImpossible ? UNEXPECTED_DATA : { en: error.inLanguage('en').hint ?? '', pt: error.inLanguage('pt').hint ?? '' };
  return new AppError(isImpossible ? 'store_unusable' : error.code, message, { hint, cause: error.cause });
}

const UNEXPECTED_DATA: Translated<string> = {
  en: 'Has another program changed the database? Keep the version that ran before, and please report this message.',
  pt: 'Outro programa alterou o banco? Fique na versão anterior e, por favor, comunique esta mensagem.',
};

function hasTables(driver: Driver): boolean {
  return driver.prepare("select 1 from sqlite_schema where type = 'table' and name not like 'sqlite_%' limit 1").get() !== undefined;
}
