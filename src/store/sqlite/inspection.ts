import { AppError } from '../../base/app-error.ts';
import { JobGroup, JobState } from '../../domain/job.ts';
import { EventStatus } from '../../domain/webhook-event.ts';
import { type Bound, bound } from '../sql/bound.ts';
import { EVENT_KEYS } from '../sql/keys/event-keys.ts';
import { LEAD_KEYS } from '../sql/keys/lead-keys.ts';
import type { JournalEntry } from '../sql/privacy/journal.ts';
import { openReadConnection, type SqliteConnection } from './connection.ts';
import { refuseMissing } from './database-path.ts';
import { pragma } from './driver.ts';
import { isDamageError, toStoreError } from './errors.ts';
import { checkSchema, schemaVersion as versionOf } from './migrations/migrate.ts';
import { rethrowInStoreWords, SQLITE_READS } from './reads.ts';

/** Maximum signs of damage to report: a file with thousands of them is equally lost. */
const MOST_SIGNS = 20;

/** References that are no foreign keys, because SQLite would check them for each new row: table, column, and the table of the id. */
const REFERENCES = [
  ['fila_jobs', 'evento_id', 'eventos'],
  ['fila_jobs', 'conversao_id', 'conversoes'],
  ['evento_chaves', 'evento_id', 'eventos'],
  ['evento_fins', 'evento_id', 'eventos'],
  ['evento_fins', 'lead_id', 'lead_linhas'],
  ['evento_reenvios', 'evento_id', 'eventos'],
  ['eventos_buscados', 'evento_id', 'eventos'],
  ['lead_linhas', 'evento_id', 'eventos'],
  ['lead_chaves', 'lead_id', 'lead_linhas'],
  ['lead_mudancas', 'lead_id', 'lead_linhas'],
  ['lead_mudancas', 'evento_id', 'eventos'],
  ['consentimentos', 'lead_id', 'lead_linhas'],
  ['consentimentos', 'evento_id', 'eventos'],
  ['conversoes', 'lead_id', 'lead_linhas'],
  ['conversoes', 'evento_id', 'eventos'],
  ['conversoes_envio', 'conversao_id', 'conversoes'],
] as const;

const BROKEN = REFERENCES.map(
  ([table, column, target]) =>
    `(select count(*) from ${table} r where r.${column} is not null and not exists (select 1 from ${target} where id = r.${column}))`,
);

/** Every event and every lead has a key: without it, an event would be stored again when it is resent. A lead may have two (`joinImported`). */
const BROKEN_REFERENCES = `
select (select count(*) from pragma_foreign_key_check) + ${BROKEN.join(' + ')} as broken,
  (select count(*) from eventos) + (select count(*) from lead_linhas) as identified`;

/** The counters of `tally.ts` next to the actual row counts. */
const WRONG_COUNTERS = `
select fila as queue, grupo as "group", sum(contados) as counted, sum(linhas) as rows from (
  select fila, grupo, total as contados, 0 as linhas from fila_totais
  union all
  select fila, iif(estado = '${JobState.pending}' and disponivel_em is null, '${JobGroup.parked}', estado), 0, count(*)
  from fila_jobs where estado <> '${JobState.running}' group by 1, 2
) group by fila, grupo having sum(contados) <> sum(linhas)`;

const EVENTS_WITHOUT_JOB = `
select count(*) as total from webhook_eventos as evento
where status = '${EventStatus.received}'
  and not exists (select 1 from fila_vivos where id = evento.id)`;

const CONTENTS = `
select (select count(*) from eventos) as events, (select count(*) from leads) as leads, (select count(*) from fila_jobs) as jobs,
  (select recebido_em from eventos order by id desc limit 1) as newestEventAt`;

export interface DatabaseContents {
  readonly events: number;
  readonly leads: number;
  readonly jobs: number;
  /** UTC ms; `null` without events. */
  readonly newestEventAt: number | null;
}

interface WrongCounter {
  readonly queue: string;
  readonly group: string;
  readonly counted: number;
  readonly rows: number;
}

/** Extra reads for inspection. The program's reads name tables, so they need the current schema. */
const LOOKS = {
  ...SQLITE_READS,

  /**
   * The schema version; below `SCHEMA_VERSION` if the next start will migrate it.
   * @throws AppError `store_newer`, or `store_unusable` for a file of another program
   */
  schemaVersion({ driver }: SqliteConnection): number {
    checkSchema(driver);
    return versionOf(driver);
  },

  journalMode(connection: SqliteConnection): string {
    return pragma(connection.driver, 'journal_mode');
  },

  /** Damage in SQLite's words; empty if intact. `full` also compares every index with its table, in about three times as long. */
  findDamage(connection: SqliteConnection, options: { readonly full: boolean }): readonly string[] {
    const check = options.full ? 'integrity_check' : 'quick_check';
    try {
      const rows = connection.rows<Record<string, string>>(`pragma ${check}(${MOST_SIGNS})`);
      return rows.map((row) => row[check] ?? '').filter((sign) => sign !== 'ok');
    } catch (error) {
      if (isDamageError(error)) return [toStoreError(error).message];
      throw error;
    }
  },

  /** The number of rows that refer to a missing row, and of events and leads whose key is missing. */
  countBrokenReferences(connection: SqliteConnection): Promise<number> {
    return connection.atOneMoment(async () => {
      const { broken, identified } = connection.row(BROKEN_REFERENCES) as { broken: number; identified: number };
      const withKey = connection.keys(EVENT_KEYS).countRows() + connection.keys(LEAD_KEYS).countRows();
      return broken + Math.abs(identified - withKey);
    });
  },

  /** Queue counters that differ from the rows they count. */
  listWrongCounters(connection: SqliteConnection): readonly WrongCounter[] {
    return connection.rows<WrongCounter>(WRONG_COUNTERS);
  },

  /** Queued events without a job. Both are committed together, so there should be none. */
  countEventsWithoutJob(connection: SqliteConnection): number {
    return (connection.row(EVENTS_WITHOUT_JOB) as { total: number }).total;
  },

  contents(connection: SqliteConnection): DatabaseContents {
    return connection.row(CONTENTS) as DatabaseContents;
  },
};

/** Inspects a database without changing it: no migration, no new folder. */
export type DatabaseInspection = Bound<typeof LOOKS> & Disposable;

/** @throws AppError `store_…` if the file is missing or cannot be opened; so do its reads */
export function inspectDatabase(path: string): DatabaseInspection {
  refuseMissing(path);
  const connection = openReadConnection(path);
  const looks = bound(connection, LOOKS, (look) => look().catch(rethrowInStoreWords));
  return { ...looks, [Symbol.dispose]: () => connection.close() };
}

/**
 * The erasures that a database knows; none if the file is missing, damaged or of another program.
 * @throws AppError `store_…` if it can't be read now
 */
export async function erasuresIn(path: string): Promise<readonly JournalEntry[]> {
  try {
    using inspection = inspectDatabase(path);
    return (await inspection.schemaVersion()) === 0 ? [] : await inspection.journalEntries(null);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'store_unusable' || error.code === 'store_newer')) return [];
    throw error;
  }
}
