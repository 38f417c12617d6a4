import { initial } from './001-initial.ts';
import type { Migration } from './migration.ts';

/** Every migration, in order. Registered by hand, so that bundling needs no directory scan. */
export const MIGRATIONS: readonly Migration[] = [initial];

/** The newest schema version this program supports. */
export const SCHEMA_VERSION = MIGRATIONS.length;
