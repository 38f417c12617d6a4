import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { appError } from '../messages/messages.ts';
import { openWriteConnection } from '../store/sqlite/connection.ts';
import { copyDatabase } from '../store/sqlite/copy-database.ts';
import { inspectDatabase } from '../store/sqlite/inspection.ts';
import type { Migration } from '../store/sqlite/migrations/migration.ts';
import { planMigration, runMigration } from '../store/sqlite/migrations/plan.ts';
import { databaseBytes, removeAbandoned, removeDatabase, requireSpace } from './backup-files.ts';

export type { Migration, MigrationPlan } from '../store/sqlite/migrations/migration.ts';
export { planMigration } from '../store/sqlite/migrations/plan.ts';

/** Receives each completed step and its duration in ms. */
export type OnStep = (step: Pick<Migration, 'version' | 'name'>, ms: number) => void;

/**
 * Migrates a database as a start would; creates it if it is missing.
 * @throws AppError `store_…`; completed steps stay applied
 */
export function migrateDatabase(path: string, now: number, onStep: OnStep): void {
  // A new database gets its settings (auto_vacuum) before its first table.
  if (planMigration(path).current > 0) runMigration(path, now, onStep);
  openWriteConnection(path, now, { create: true }).close();
}

/**
 * Runs the steps on a copy next to the database and removes it: shows their effect on this data and how long they take, without blocking
 * writes to the live database, as a rolled-back transaction would.
 *
 * @throws AppError `store_full` if there is no space for the copy (twice the database, for the writes of the steps), `store_…` if a step
 * fails
 */
export async function rehearseMigration(path: string, now: number, signal: AbortSignal, onStep: OnStep): Promise<void> {
  const copy = `${path}.${process.pid}.partial`;
  removeAbandoned(dirname(path));
  requireSpace(dirname(path), 2 * databaseBytes(path));
  try {
    closeSync(openSync(copy, 'wx', 0o600));
    await copyDatabase(path, copy, { signal });
    runMigration(copy, now, onStep);
    await requireWhole(copy);
  } finally {
    removeDatabase(copy);
  }
}

async function requireWhole(copy: string): Promise<void> {
  using inspection = inspectDatabase(copy);
  const broken = await inspection.countBrokenReferences();
  const [damage] = await inspection.findDamage({ full: false });
  if (broken === 0 && damage === undefined) return;
  const sign = damage ?? `${broken} broken references`;
  throw appError('store_unusable', (m) => m.errors.backups.damagedAfterSteps({ sign }));
}
