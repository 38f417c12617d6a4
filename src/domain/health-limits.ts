/** From here on people are told that something is not as it should be: the same for `doctor`, the web and the terminal view. */

/** A job that has been due for longer tells that the workers do not keep up, in ms. The alert of `docs/monitoring/alerts.yml` has the same limit, and rings when it lasts. */
export const QUEUE_LATE_MS = 300_000;

/** The timer of the service makes a backup each night, so that after two days one is missing, in ms. */
export const BACKUP_OLD_MS = 172_800_000;

/** Whether a backup is to be made: from the first event on there is something to lose. */
export function isBackupMissing(lastBackupAt: number | null, hasEvents: boolean, at: number): boolean {
  return lastBackupAt === null ? hasEvents : at - lastBackupAt > BACKUP_OLD_MS;
}

/** Below this a burst of leads fills the disk before anybody is awake, in bytes. */
export const SCARCE_DISK_BYTES = 104_857_600;

/** Below this it is time to make room, in bytes. */
export const LITTLE_DISK_BYTES = 1_073_741_824;

/** Requests refused within this time are reported, in ms; older ones are only kept. */
export const REFUSED_LATELY_MS = 86_400_000;

/** So long a resend that named another type than its event is told about: an alarm of a Friday evening is still there on Monday, in ms. */
export const TYPE_CONFLICT_MS = 604_800_000;
