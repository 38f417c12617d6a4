import { type Finding, note, ok, problem, warning } from '../domain/finding.ts';
import { LARGE_WAL_BYTES, type StoreFacts } from '../domain/queue-status.ts';
import { sumOfRefused } from '../domain/refused-request.ts';
import { findAtPlatforms } from './find-platforms.ts';
import { findInQueue } from './find-queue.ts';
import { BACKUP_OLD_MS, LITTLE_DISK_BYTES, SCARCE_DISK_BYTES, SILENT_FOR_GOOD_MS } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/** Everything that was looked at, also what is as it should be: the one judgement of `doctor`, the overview, the terminal view, `/health` and `/metrics`. */
export function findAll(snapshot: Snapshot): readonly Finding[] {
  const { at, queue, newestFailure, store, platforms } = snapshot;
  return [
    ...aboutIntake(snapshot),
    ...findInQueue(queue, newestFailure),
    ...aboutFiles(store),
    aboutBackup(snapshot),
    ...snapshot.sources.map((source) => aboutSource(source, at)),
    ...aboutRefused(snapshot),
    ...aboutResends(snapshot),
    ...findAtPlatforms(platforms, at),
    ...(snapshot.allowsUnsigned ? [warning('settings.unsigned')] : []),
  ];
}

/** Nothing else matters while events are turned away. */
function aboutIntake({ refusedDelivery }: Snapshot): readonly Finding[] {
  if (refusedDelivery === null) return [];
  return [problem('database.refused_delivery', { last: { at: refusedDelivery.at }, code: refusedDelivery.code })];
}

function aboutFiles({ diskFreeBytes: free, fileBytes, walBytes: bytes, damagedLogAt }: StoreFacts): readonly Finding[] {
  return [
    ...(damagedLogAt === undefined ? [] : [problem('database.log_damaged', { written: { at: damagedLogAt }, path: null })]),
    ...(free === null ? [] : [aboutSpace(free, fileBytes)]),
    bytes > LARGE_WAL_BYTES ? warning('database.wal_large', { bytes }) : ok('database.wal', { bytes }),
  ];
}

/** @param size of the database: a backup or a restore on the same disk needs as much again */
export function aboutSpace(free: number, size: number): Finding {
  if (free < SCARCE_DISK_BYTES) return problem('disk.full', { free });
  return free < Math.max(LITTLE_DISK_BYTES, size) ? warning('disk.little_space', { free, size }) : ok('disk.space', { free });
}

/** From the first event on there is something to lose. */
function aboutBackup({ lastBackupAt, sources, at }: Snapshot): Finding {
  const hasEvents = sources.some(({ lastReceivedAt }) => lastReceivedAt !== null);
  if (lastBackupAt === null) return hasEvents ? warning('database.no_backup') : ok('database.backup', { made: null });
  const made = { at: lastBackupAt };
  return at - lastBackupAt > BACKUP_OLD_MS ? warning('database.backup_old', { made }) : ok('database.backup', { made });
}

/** A source that was used and is not configured any more loses leads; one that was never used is probably not wanted. */
function aboutSource({ origin, isOpen, lastReceivedAt, silence }: Snapshot['sources'][number], at: number): Finding {
  if (!isOpen)
    return lastReceivedAt === null
      ? note('sources.closed', { origin, last: null })
      : problem('sources.closed', { origin, last: { at: lastReceivedAt } });
  if (lastReceivedAt === null) return ok('sources.never', { origin });
  if (silence.kind === 'unusual')
    return warning('sources.silent', { origin, last: { at: silence.since }, longest: silence.longestUsualMs });
  const last = { at: lastReceivedAt };
  const isLong = silence.kind === 'unknown' && at - lastReceivedAt > SILENT_FOR_GOOD_MS;
  return isLong ? warning('sources.silent', { origin, last, longest: null }) : ok('sources.event', { origin, last });
}

/** A platform does not send again what was answered 401, so the first one is a problem; its cause is not told twice. */
function aboutRefused({ refused, refusedLately, refusedCredentials }: Snapshot): readonly Finding[] {
  const others = refused.filter(({ origin, code }) => !refusedCredentials.some((told) => told.origin === origin && told.code === code));
  return [
    ok('sources.refused', { count: sumOfRefused(refusedLately), causes: refusedLately.map(causeOf) }),
    ...refusedCredentials.map(({ origin, code, count, oldestAt }) =>
      problem('sources.credential_refused', { origin, code, count, oldest: { at: oldestAt } }),
    ),
    ...(others.length === 0
      ? []
      : [
          warning('sources.refused_requests', {
            count: sumOfRefused(others),
            oldest: { at: Math.min(...others.map(({ oldestAt }) => oldestAt)) },
            causes: others.map(causeOf),
          }),
        ]),
  ];
}

function causeOf({ origin, code, count }: Snapshot['refused'][number]) {
  return { origin, code, count };
}

/** What the resend said is kept and has no effect: it may have been a sale. */
function aboutResends({ typeConflicts }: Snapshot): readonly Finding[] {
  if (typeConflicts === null) return [];
  const { count, atLeast: isMore, newest } = typeConflicts;
  const { id, eventType, conflictType, at } = newest;
  return [
    warning('sources.resend_type', {
      count,
      isMore,
      id,
      eventType: { mark: eventType },
      conflictType: { mark: conflictType },
      last: { at },
    }),
  ];
}
