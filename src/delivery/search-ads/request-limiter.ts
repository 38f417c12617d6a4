import { HOUR_MS, MINUTE_MS } from '../../base/time-units.ts';

/** Quotas of the platform's project; other programs of the same project count too, which only its 429 tells. */
const PER_MINUTE = 300;
const PER_DAY = 100_000;
const DAY_HOURS = 24;

/** Counts requests, so that the platform's quotas are not met by being refused. Everything is counted from the times of calls: no timer. */
export class RequestLimiter {
  /** Of the last minute, the oldest first; UTC ms. */
  #recent: number[] = [];
  /** Requests by hour since 1970. An hour counts as a whole, so a day may end up to an hour late, never early. */
  readonly #hours = new Map<number, number>();

  /** How long to wait, in ms, until a request may be made; 0: now, and it is counted. */
  take(now: number): number {
    this.#forget(now);
    const waitMs = Math.max(this.#minuteWait(now), this.#dayWait(now));
    if (waitMs > 0) return waitMs;
    this.#recent.push(now);
    const hour = Math.floor(now / HOUR_MS);
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1);
    return 0;
  }

  /** A clock that is put back leaves times that never end; they are dropped. */
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
