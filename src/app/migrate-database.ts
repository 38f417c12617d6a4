import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { appError } from '../messages/messages.ts';
import { openWriteConnection } from '../store/sqlite/connection.ts';
import { copyDatabase } from '../store/sqlite/copy-database.ts';
import { inspectDatabase } from '../store/sqlite/inspection.ts';
import type { Migration } from '../store/sqlite/migrations/migration.ts';
import { planMigration, runMigration } from '../store/sqlite/migrations/plan.ts';
import { databaseBytes, removeAbandoned, removeDatabase, requireSpace } from './backup-files.ts';

export type { Migration } from '../store/sqlite/migrations/migration.ts';
export { type MigrationPlan, planMigration } from '../store/sqlite/migrations/plan.ts';

/** Hears of each step that was run and how long it took, in ms. */
export type OnStep = (step: Migration, ms: number) => void;

/**
 * Brings a database up to date, as a start would; makes it when there is none.
 * @throws AppError `store_…`; the steps before the one that failed stay done
 */
export function migrateDatabase(path: string, now: number, onStep: OnStep): void {
  // A database that begins gets its settings (auto_vacuum) before its first table.
  if (planMigration(path).current > 0) runMigration(path, now, onStep);
  openWriteConnection(path, now, { create: true }).close();
}

/**
 * Runs the steps on a copy beside the database and removes it: what they do to these very data and how long they take, without keeping
 * the live database from writing, as a transaction that is rolled back would.
 *
 * @throws AppError `store_full` when there is no room for the copy (twice the database, for what the steps write), `store_…` when a step fails
 */
export async function rehearseMigration(path: string, now: number, signal: AbortSignal, onStep: OnStep): Promise<void> {
  const copy = `${path}.${process.pid}.partial`;
  removeAbandoned(dirname(path));
  requireSpace(dirname(path), 2 * databaseBytes(path));
  try {
    closeSync(openSync(copy, 'wx', 0o600));
    await copyDatabase(path, copy, { signal });
    runMigration(copy, now, onStep);
    requireWhole(copy);
  } finally {
    removeDatabase(copy);
  }
}

function requireWhole(copy: string): void {
  using inspection = inspectDatabase(copy);
  const broken = inspection.countBrokenReferences();
  const [damage] = inspection.findDamage({ full: false });
  if (broken === 0 && damage === undefined) return;
  const sign = damage ?? `${broken} broken references`;
  throw appError('store_unusable', (m) => m.errors.backups.afterStepsCopyNot({ sign }));
}
