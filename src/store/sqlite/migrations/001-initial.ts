import { conversionTables } from './initial/conversions.ts';
import { eventTables } from './initial/events.ts';
import { movedKeys } from './initial/keys.ts';
import { leadTables } from './initial/leads.ts';
import { operatorTables } from './initial/operators.ts';
import { privacyTables } from './initial/privacy.ts';
import { queueTables } from './initial/queue.ts';
import type { Migration } from './migration.ts';

/**
 * Names follow the seed. Ids are integers; those of events and jobs are never reused (AUTOINCREMENT), because operators and claims refer to
 * them. Times are UTC milliseconds. JSON columns hold JSON text with exact numbers.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  summary: (m) => m.cli.operations.firstMigration,
  sql: [movedKeys, eventTables, queueTables, leadTables, conversionTables, operatorTables, privacyTables].join(''),
};
