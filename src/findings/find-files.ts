import { type Finding, ok, problem, warning } from '../domain/finding.ts';
import type { StoreFacts } from '../domain/queue-status.ts';
import { LARGE_WAL_BYTES, LITTLE_DISK_BYTES, SCARCE_DISK_BYTES } from './limits.ts';

/** Checks the database's files and their disk. */
export function findInFiles(facts: StoreFacts): readonly Finding[] {
  const { diskFreeBytes: free, fileBytes, walBytes: bytes, damagedLogAt, openErasureSince, erasureJournalMissing } = facts;
  const { unsafeSettings } = facts;
  return [
    ...(damagedLogAt === undefined ? [] : [problem('database.log_damaged', { written: { at: damagedLogAt }, path: null })]),
    ...(free === null ? [] : [aboutSpace(free, fileBytes)]),
    ...(bytes === null ? [] : [aboutLog(bytes)]),
    ...(unsafeSettings === undefined ? [] : [problem('database.not_durable', { settings: unsafeSettings })]),
    ...aboutGrants(facts),
    ...(openErasureSince === undefined ? [] : [problem('database.erasure_open', { began: { at: openErasureSince } })]),
    ...(erasureJournalMissing === true ? [warning('database.erasure_journal_missing')] : []),
  ];
}

/** @param bytes size of the write-ahead log */
export function aboutLog(bytes: number): Finding {
  return bytes > LARGE_WAL_BYTES ? warning('database.wal_large', { bytes }) : ok('database.wal', { bytes });
}

/** A table that came with an upgrade, and whose grant was forgotten, stops what writes to it. */
export function aboutGrants({ missingGrants }: Pick<StoreFacts, 'missingGrants'>): readonly Finding[] {
  return missingGrants === undefined ? [] : [problem('database.missing_grants', missingGrants)];
}

/** @param size size of the database: a backup or a restore on the same disk needs this much again */
export function aboutSpace(free: number, size: number): Finding {
  if (free < SCARCE_DISK_BYTES) return problem('disk.full', { free });
  return free < Math.max(LITTLE_DISK_BYTES, size) ? warning('disk.little_space', { free, size }) : ok('disk.space', { free });
}
