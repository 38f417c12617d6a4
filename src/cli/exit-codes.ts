import type { ErrorCode } from '../base/app-error.ts';

/** Exit codes. Service managers are configured with these numbers, so their meaning never changes. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** Configuration or database unusable: an immediate restart cannot help. */
  unusable: 3,
  /** The worker reached its memory limit and has to be restarted; Laravel's `queue:work` uses the same number. */
  memoryLimit: 12,
} as const;

const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.wrongUsage,
  invalid_input: EXIT.wrongUsage,
  not_found: EXIT.failed,
  conflict: EXIT.failed,
  configuration_invalid: EXIT.unusable,
  port_in_use: EXIT.unusable,
  store_unusable: EXIT.unusable,
  store_forbidden: EXIT.unusable,
  store_newer: EXIT.unusable,
  store_moved: EXIT.unusable,
  store_busy: EXIT.failed,
  store_full: EXIT.failed,
  store_overloaded: EXIT.failed,
  store_unavailable: EXIT.failed,
  store_closed: EXIT.failed,
  internal: EXIT.failed,
};

/** The exit code of a command that ended with this error. */
export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[code];
}
