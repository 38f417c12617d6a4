import { DAY_MS, HOUR_MS } from '../base/time-units.ts';

/** Findings are reported from these limits on. */

/** Workers do not keep up if a job has been due for longer than this, in ms. */
export const QUEUE_LATE_MS = 300_000;

/** Age of the newest backup, in ms: the service's timer makes one each night, so after two days one is missing. */
export const BACKUP_OLD_MS = 2 * DAY_MS;

/** Time since the last deletion of what is too old, in ms: it runs each night, so after two days one is missing. */
export const RETENTION_LATE_MS = 2 * DAY_MS;

/** Free space in bytes: below this, a burst of leads fills the disk before anybody can react. */
export const SCARCE_DISK_BYTES = 104_857_600;

/** Free space in bytes: below this, it is time to make room. */
export const LITTLE_DISK_BYTES = 1_073_741_824;

/** Four times the size to which the store limits the WAL: it has been growing for minutes, because a program reads in one long transaction. */
export const LARGE_WAL_BYTES = 268_435_456;

/** Requests refused within this time, in ms, are reported; older ones are only stored. */
export const REFUSED_LATELY_MS = DAY_MS;

/** How long a resend with another type or person is reported, in ms: an alarm from Friday evening is still there on Monday. */
export const CONFLICT_MS = 7 * DAY_MS;

/** How long a form without contact data in its newest lead is reported, in ms. */
export const WITHOUT_CONTACT_MS = 7 * DAY_MS;

/** How long a source without a known rhythm may be silent, in ms. */
export const SILENT_FOR_GOOD_MS = 7 * DAY_MS;

/** Shorter pauses are normal for platforms, in ms. */
export const LONG_PAUSE_MS = HOUR_MS;

/** Age in ms: a conversion loses value each day, and Meta accepts none older than seven days. */
export const OLD_CONVERSION_MS = DAY_MS;
