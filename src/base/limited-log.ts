import type { Logger, LogLevel } from './logger.ts';

const MOST_LINES = 5;
const PERIOD_MS = 1_000;

/**
 * Limits log lines that anyone can cause: a few of each code per second are written, and one line per second counts the others. Codes are the
 * program's own words, never a caller's, so there are few.
 */
export class LimitedLog {
  readonly #log: Logger;
  readonly #elapsedMs: () => number;
  /** Lines of this period by code, including suppressed ones. */
  readonly #lines = new Map<string, number>();
  #beganAt = Number.NEGATIVE_INFINITY;
  #end: NodeJS.Timeout | undefined;

  /** @param elapsedMs a monotonic clock */
  constructor(log: Logger, elapsedMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#elapsedMs = elapsedMs;
  }

  /** Whether a line of this code may be written now. If not, it is counted. */
  mayWrite(level: LogLevel, code: string): boolean {
    if (!this.#log.isLevelEnabled(level)) return false;
    const now = this.#elapsedMs();
    if (now - this.#beganAt >= PERIOD_MS) this.#begin(now);
    const lines = (this.#lines.get(code) ?? 0) + 1;
    this.#lines.set(code, lines);
    if (lines <= MOST_LINES) return true;
    // Unref: a process with nothing else to do exits, after its own flush.
    this.#end ??= setTimeout(() => this.#begin(this.#elapsedMs()), this.#beganAt + PERIOD_MS - now).unref();
    return false;
  }

  /** A timer can fire a millisecond early: without a new begin, the rest of its period would have more lines. */
  #begin(now: number): void {
    this.flush();
    this.#beganAt = now;
  }

  /** Logs the suppressed counts now. */
  flush(): void {
    clearTimeout(this.#end);
    this.#end = undefined;
    const leftOut = [...this.#lines].filter(([, lines]) => lines > MOST_LINES).map(([code, lines]) => [code, lines - MOST_LINES]);
    this.#lines.clear();
    if (leftOut.length === 0) return;
    this.#log.warn(
      { code: 'log_lines_left_out', leftOut: Object.fromEntries(leftOut) },
      'There were more lines like these than are written.',
    );
  }
}
