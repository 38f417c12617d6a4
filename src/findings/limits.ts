import { DAY_MS, HOUR_MS } from '../base/time-units.ts';

/** From here on people are told that something is not as it should be. */

/** A job that has been due for longer tells that the workers do not keep up, in ms. */
export const QUEUE_LATE_MS = 300_000;

/** The timer of the service makes a backup each night, so that after two days one is missing, in ms. */
export const BACKUP_OLD_MS = 2 * DAY_MS;

/** Below this a burst of leads fills the disk before anybody is awake, in bytes. */
export const SCARCE_DISK_BYTES = 104_857_600;

/** Below this it is time to make room, in bytes. */
export const LITTLE_DISK_BYTES = 1_073_741_824;

/** Requests refused within this time are reported, in ms; older ones are only kept. */
export const REFUSED_LATELY_MS = DAY_MS;

/** So long a resend that named another type than its event is told about: an alarm of a Friday evening is still there on Monday, in ms. */
export const TYPE_CONFLICT_MS = 7 * DAY_MS;

/** Silent for so long is remarkable in a source of which nobody knows what is usual, in ms. */
export const SILENT_FOR_GOOD_MS = 7 * DAY_MS;

/** Shorter pauses are how platforms always are, in ms. */
export const LONG_PAUSE_MS = HOUR_MS;

/** A conversion is worth less with each day, and one platform takes none that is older than seven, in ms. */
export const OLD_CONVERSION_MS = DAY_MS;
