/** The quotas that a platform gives a credential, counted for all processes on a database: no request is made that would be refused. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/time-units.ts';

/** The most requests within `spanMs`. Those of `stepMs` are counted as a whole, so one may wait up to a step too long, never too short. */
export interface RequestQuota {
  readonly spanMs: number;
  readonly stepMs: number;
  readonly most: number;
}

/** Of a Google Cloud project for the Data Manager API. Other programs of the project share them; only a 429 shows their use. */
export const REQUEST_QUOTAS: readonly RequestQuota[] = [
  { spanMs: MINUTE_MS, stepMs: 5_000, most: 300 },
  { spanMs: DAY_MS, stepMs: HOUR_MS, most: 100_000 },
];

/** Requests of one step, and its begin in UTC ms. */
export interface CountedRequests {
  readonly since: number;
  readonly requests: number;
}

/**
 * The wait in ms until a quota allows a request; 0 if it does now.
 *
 * @param counted the steps of the span, oldest first
 */
export function quotaWait(counted: readonly CountedRequests[], { spanMs, stepMs, most }: RequestQuota, now: number): number {
  const [oldest] = counted;
  const made = counted.reduce((sum, { requests }) => sum + requests, 0);
  return oldest === undefined || made < most ? 0 : oldest.since + stepMs + spanMs - now;
}
