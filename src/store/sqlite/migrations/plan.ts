import { atPath, openReadConnection } from '../connection.ts';
import { databaseExists } from '../database-path.ts';
import type { Driver } from '../driver.ts';
import { toStoreError } from '../errors.ts';
import { openForWriting } from '../open-for-writing.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './index.ts';
import { checkSchema, migrate, schemaVersion } from './migrate.ts';
import type { Migration, MigrationPlan } from './migration.ts';

/** How long to wait for another process's write lock, in ms. */
const TIMEOUT_MS = 10_000;

/**
 * The steps that a start of this program would run.
 * @throws AppError `store_newer`, or `store_unusable` for a file of another program
 */
export function planMigration(path: string): MigrationPlan {
  const current = databaseExists(path) ? versionOf(path) : 0;
  return { current, target: SCHEMA_VERSION, steps: MIGRATIONS.filter((step) => step.version > current) };
}

/**
 * Runs the pending steps, each in its own transaction; `onStep` receives how long each took, in ms.
 * @throws AppError `store_…`; completed steps stay applied
 */
export function runMigration(path: string, now: number, onStep: (step: Migration, ms: number) => void): void {
  let driver: Driver | undefined;
  try {
    driver = openForWriting(path);
    driver.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
    driver.exec('pragma foreign_keys = on');
    checkSchema(driver);
    migrate(driver, MIGRATIONS, now, onStep);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    driver?.close();
  }
}

function versionOf(path: string): number {
  const { driver } = openReadConnection(path);
  try {
    checkSchema(driver);
    return schemaVersion(driver);
  } catch (error) {
    throw atPath(toStoreError(error), path);
  } finally {
    driver.close();
  }
}
