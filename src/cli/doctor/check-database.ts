import { statSync } from 'node:fs';
import type { AppError, ErrorCode } from '../../base/app-error.ts';
import { shellWord } from '../../base/shell-word.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { findLogDamage, keptLogs } from '../../store/sqlite/damaged-log.ts';
import { realDatabase } from '../../store/sqlite/database-path.ts';
import type { DatabaseInspection } from '../../store/sqlite/inspection.ts';
import { SCHEMA_VERSION } from '../../store/sqlite/migrations/index.ts';
import { isWriteLocked } from '../../store/sqlite/open-for-writing.ts';

const OTHERS_READ = 0o004;
/** After as long, a service refuses the events that wait for the lock. */
const LOCK_WAIT_MS = 5_000;

const UNUSABLE: Partial<Record<ErrorCode, 'database.newer' | 'database.forbidden'>> = {
  store_newer: 'database.newer',
  store_forbidden: 'database.forbidden',
};

/** A database that could not be opened, or belongs to another program. */
export function unusableDatabase(error: AppError): Finding {
  // SQLite's own message names the unexpected table or column.
  const detail = error.code === 'internal' && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const { hint } = error.inLanguage('en');
  return problem(UNUSABLE[error.code] ?? 'database.unusable', {
    message: inEveryLanguage((_, language) => error.inLanguage(language).message + detail),
    hint: hint === undefined ? null : inEveryLanguage((_, language) => error.inLanguage(language).hint ?? hint),
  });
}

/** The file itself: present, intact, current. `full` takes about three times as long and also checks references and indexes. */
export async function checkDatabase(
  inspection: DatabaseInspection,
  path: string,
  { full }: { readonly full: boolean },
): Promise<readonly Finding[]> {
  const version = await inspection.schemaVersion();
  const startedAt = performance.now();
  const [sign, ...more] = await inspection.findDamage({ full });
  // SQLite's own message may end with a full stop.
  if (sign !== undefined) {
    const damaged = problem('database.damaged', { sign: sign.replace(/\.+$/, ''), more: more.length });
    return [ok('database.found', { path, bytes: null }), damaged, ...logDamage(path)];
  }
  const isCurrent = version === SCHEMA_VERSION;
  const mode = await inspection.journalMode();
  return [
    ok('database.found', { path, bytes: statSync(path).size }),
    ok('database.whole', { full, ms: performance.now() - startedAt }),
    isCurrent ? ok('database.schema', { version }) : warning('database.older', { version, newest: SCHEMA_VERSION }),
    mode === 'wal' ? ok('database.journal') : warning('database.journal_mode', { mode }),
    ...logDamage(path),
    ...((statSync(path).mode & OTHERS_READ) === 0 ? [] : [warning('database.readable', { path })]),
    ...(isCurrent ? [...(await checkCounters(inspection)), await checkSearch(inspection)] : []),
    ...(isCurrent && full ? [await checkRelations(inspection)] : []),
  ];
}

/** A lock that is kept prevents no other check, because all of them only read. */
export function checkWriteLock(path: string): readonly Finding[] {
  return isWriteLocked(path, LOCK_WAIT_MS) ? [problem('database.locked', { path: shellWord(path), ms: LOCK_WAIT_MS })] : [];
}

/** Events that were acknowledged and lost, or will be lost at the next start; which ones is unknown. */
function logDamage(path: string): readonly Finding[] {
  const live = `${realDatabase(path)}-wal`;
  const damaged = findLogDamage(live) === undefined ? [] : [{ path: live, writtenAt: statSync(live).mtimeMs }];
  return [...damaged, ...keptLogs(path)].map((log) => problem('database.log_damaged', { written: { at: log.writtenAt }, path: log.path }));
}

async function checkCounters(inspection: DatabaseInspection): Promise<readonly Finding[]> {
  const wrong = await inspection.listWrongCounters();
  return wrong.length === 0 ? [ok('database.counters')] : wrong.map((counter) => warning('database.counters_wrong', { ...counter }));
}

async function checkSearch(inspection: DatabaseInspection): Promise<Finding> {
  const { events, leads } = await inspection.searchBacklog();
  return events + leads === 0 ? ok('database.search') : warning('database.search_behind', { events, leads });
}

async function checkRelations(inspection: DatabaseInspection): Promise<Finding> {
  const [references, orphans] = [await inspection.countBrokenReferences(), await inspection.countEventsWithoutJob()];
  return references + orphans === 0 ? ok('database.relations') : problem('database.relations_broken', { references, orphans });
}
