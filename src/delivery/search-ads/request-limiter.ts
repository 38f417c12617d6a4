import { HOUR_MS, MINUTE_MS } from '../../base/time-units.ts';

/** Quotas of the platform's project. Other programs of the project share them; only a 429 shows their use. */
const PER_MINUTE = 300;
const PER_DAY = 100_000;
const DAY_HOURS = 24;

/** Counts requests, so that the quotas are respected without being refused. Uses only the times of calls, no timer. */
export class RequestLimiter {
  /** In the last minute, oldest first; UTC ms. */
  #recent: number[] = [];
  /** Requests by hour since 1970. Hours are counted as a whole, so a day may end up to an hour late, never early. */
  readonly #hours = new Map<number, number>();

  /** The wait in ms until a request may be made; 0 if it may be made now, which counts it. */
  take(now: number): number {
    this.#forget(now);
    const waitMs = Math.max(this.#minuteWait(now), this.#dayWait(now));
    if (waitMs > 0) return waitMs;
    this.#recent.push(now);
    const hour = Math.floor(now / HOUR_MS);
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1);
    return 0;
  }

  /** If the clock is set back, times from the future would never expire; they are dropped. */
  #forget(now: number): void {
    this.#recent = this.#recent.filter((at) => at > now - MINUTE_MS && at <= now);
    const hour = Math.floor(now / HOUR_MS);
    for (const counted of this.#hours.keys()) if (counted > hour || counted < hour - DAY_HOURS) this.#hours.delete(counted);
  }

  #minuteWait(now: number): number {
    const [oldest] = this.#recent;
    return oldest === undefined || this.#recent.length < PER_MINUTE ? 0 : oldest + MINUTE_MS - now;
  }

  #dayWait(now: number): number {
    const made = [...this.#hours.values()].reduce((sum, count) => sum + count, 0);
    if (made < PER_DAY) return 0;
    const oldest = Math.min(...this.#hours.keys());
    return (oldest + DAY_HOURS + 1) * HOUR_MS - now;
  }
}
