import { conversionTables } from '../../sql/schema/conversions.ts';
import { eventTables } from '../../sql/schema/events.ts';
import { leadTables } from '../../sql/schema/leads.ts';
import { operatorTables } from '../../sql/schema/operators.ts';
import { privacyTables } from '../../sql/schema/privacy.ts';
import { queueTables } from '../../sql/schema/queue.ts';
import { lateKeys, movedKeys } from './keys.ts';
import type { Migration } from './migration.ts';

/**
 * Names follow the seed. Ids are integers; those of events and jobs are never reused (AUTOINCREMENT), because operators and claims refer to
 * them. Times are UTC milliseconds. JSON columns hold JSON text with exact numbers.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  summary: (m) => m.cli.operations.firstMigration,
  sql: [
    movedKeys,
    eventTables,
    lateKeys('evento_chaves', 'evento_id'),
    queueTables,
    leadTables,
    lateKeys('lead_chaves', 'lead_id'),
    lateKeys('lead_contatos', 'lead_id'),
    conversionTables,
    operatorTables,
    privacyTables,
  ].join(''),
};
