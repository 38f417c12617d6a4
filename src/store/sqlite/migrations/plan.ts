import { existsSync } from 'node:fs';
import { AppError } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { atPath, openReadConnection } from '../connection.ts';
import { type Driver, openDriver } from '../driver.ts';
import { toStoreError } from '../errors.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './index.ts';
import { checkSchema, migrate, schemaVersion } from './migrate.ts';
import type { Migration } from './migration.ts';

/** How long the write lock of others is waited for, in ms. */
const PATIENCE_MS = 10_000;

export interface MigrationPlan {
  /** 0: there is no database yet, or it is empty. */
  readonly current: number;
  readonly target: number;
  readonly steps: readonly Migration[];
}

/**
 * Which steps a start of this program would run.
 * @throws AppError `store_newer`, or `store_unusable` for a file that is not ours
 */
export function planMigration(path: string): MigrationPlan {
  const current = existsSync(path) ? versionOf(path) : 0;
  return { current, target: SCHEMA_VERSION, steps: MIGRATIONS.filter((step) => step.version > current) };
}

/**
 * Runs the steps that are missing, each in its own transaction; `onStep` hears how long each took, in ms.
 * @throws AppError `store_…`, or `internal` for a step that these data do not allow; the steps before the one that failed stay done
 */
export function runMigration(path: string, now: number, onStep: (step: Migration, ms: number) => void): void {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec(`pragma busy_timeout = ${PATIENCE_MS}`);
    driver.exec('pragma foreign_keys = on');
    checkSchema(driver, SCHEMA_VERSION);
    for (const step of MIGRATIONS.filter(({ version }) => version > schemaVersion(driver))) {
      const startedAt = performance.now();
      runStep(driver, step, now);
      onStep(step, performance.now() - startedAt);
    }
  } catch (error) {
    throw toStoreError(error);
  } finally {
    driver.close();
  }
}

function runStep(driver: Driver, step: Migration, now: number): void {
  try {
    migrate(driver, MIGRATIONS.slice(0, step.version), now);
  } catch (error) {
    const { code, message, hint, cause } = toStoreError(error);
    // SQLite's own words tell which table or row is in the way.
    const reason = code === 'internal' && cause instanceof Error ? `${cause.message}.` : message;
    throw new AppError(
      code,
      {
        en: `Step ${step.version} (${step.name}) failed and was undone: ${reason}`,
        pt: `O passo ${step.version} (${step.name}) falhou e foi desfeito: ${reason}`,
      },
      { hint: hint ?? UNEXPECTED_DATA, cause },
    );
  }
}

const UNEXPECTED_DATA: Translated<string> = {
  en: 'Has another program changed the database? Keep the version that ran before, and please report this message.',
  pt: 'Outro programa alterou o banco? Fique na versão anterior e, por favor, comunique esta mensagem.',
};

function versionOf(path: string): number {
  const { driver } = openReadConnection(path);
  try {
    checkSchema(driver, SCHEMA_VERSION);
    return schemaVersion(driver);
  } catch (error) {
    throw atPath(toStoreError(error), path);
  } finally {
    driver.close();
  }
}
