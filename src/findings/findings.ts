import { type Finding, note, ok, problem, warning } from '../domain/finding.ts';
import { sumOfRefused } from '../domain/refused-request.ts';
import { findInFiles } from './find-files.ts';
import { findAtPlatforms } from './find-platforms.ts';
import { findInQueue } from './find-queue.ts';
import { BACKUP_OLD_MS, RETENTION_LATE_MS, SILENT_FOR_GOOD_MS } from './limits.ts';
import type { Snapshot } from './snapshot.ts';

/** All checks, including those without a problem: `doctor`, the overview, the terminal view, `/health` and `/metrics` show the same. */
export function findAll(snapshot: Snapshot): readonly Finding[] {
  const { at, queue, newestFailure, store, platforms } = snapshot;
  return [
    ...aboutStoring(snapshot),
    ...findInQueue(queue, newestFailure),
    ...findInFiles(store),
    ...aboutBackup(snapshot),
    ...aboutRetention(snapshot),
    ...snapshot.sources.map((source) => aboutSource(source, at)),
    ...aboutRefused(snapshot),
    ...aboutResends(snapshot),
    ...aboutForms(snapshot),
    ...findAtPlatforms(platforms, at),
    ...(snapshot.allowsUnsigned ? [warning('settings.unsigned')] : []),
  ];
}

/** Nothing else matters while events or their leads cannot be stored. */
function aboutStoring({ refusedDelivery, resultNotStored }: Snapshot): readonly Finding[] {
  return [
    ...(refusedDelivery === null
      ? []
      : [problem('database.refused_delivery', { last: { at: refusedDelivery.at }, code: refusedDelivery.code })]),
    ...(resultNotStored === null ? [] : [problem('database.results_not_stored', { reason: resultNotStored })]),
  ];
}

/** A backup is needed from the first event on. */
function aboutBackup({ lastBackupAt, sources, store, at }: Snapshot): readonly Finding[] {
  // Whoever runs the server may back it up in another way, of which nothing is stored.
  if (store.kind === 'postgres' && lastBackupAt === null) return [];
  const hasEvents = sources.some(({ lastReceivedAt }) => lastReceivedAt !== null);
  if (lastBackupAt === null) return [hasEvents ? warning('database.no_backup') : ok('database.backup', { made: null })];
  const made = { at: lastBackupAt };
  return [at - lastBackupAt > BACKUP_OLD_MS ? warning('database.backup_old', { made }) : ok('database.backup', { made })];
}

/** The first run is in the night after a limit was set. */
function aboutRetention({ retention: { isOn, ranAt }, at }: Snapshot): readonly Finding[] {
  if (!isOn) return [];
  if (ranAt === null) return [note('database.retention_late', { ran: null })];
  const ran = { at: ranAt };
  return [at - ranAt > RETENTION_LATE_MS ? warning('database.retention_late', { ran }) : ok('database.retention', { ran })];
}

/** A source that was used before and is no longer configured loses leads; one that was never used is probably not wanted. */
export function aboutSource({ origin, isOpen, lastReceivedAt, silence }: Snapshot['sources'][number], at: number): Finding {
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

/** A platform does not resend after a 401, so the first one is a problem; its cause is reported once. */
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

/** The resend's content is stored but has no effect: it may have been a sale, or another person. */
function aboutResends({ typeConflicts, personConflicts }: Snapshot): readonly Finding[] {
  const findings: Finding[] = [];
  if (typeConflicts !== null) {
    const { count, atLeast: isMore, newest } = typeConflicts;
    const { id, eventType, conflictType, at } = newest;
    const types = { eventType: { mark: eventType }, conflictType: { mark: conflictType } };
    findings.push(warning('sources.resend_type', { count, isMore, id, ...types, last: { at } }));
  }
  if (personConflicts !== null) {
    const { count, atLeast: isMore, newest } = personConflicts;
    findings.push(warning('sources.resend_person', { count, isMore, id: newest.id, last: { at: newest.at } }));
  }
  return findings;
}

/** Their questions are not read as contact data, or do not ask for it. */
function aboutForms({ formsWithoutContact: forms }: Snapshot): readonly Finding[] {
  const [first] = forms;
  return first === undefined ? [] : [warning('sources.form_without_contact', { forms: forms.length, ...first })];
}
