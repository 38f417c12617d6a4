import { formatDuration } from '../../base/duration.ts';
import { field, isJsonObject, type JsonValue, readJson, scalarText } from '../../base/exact-json.ts';

/** What the service would say of a form's `timestamp` now. `differenceSeconds` is positive when it lies in the past. */
export type TimestampCheck =
  | { readonly kind: 'inside' | 'outside' | 'milliseconds'; readonly differenceSeconds: number }
  | { readonly kind: 'unreadable'; readonly differenceSeconds: null };

/** Compares the `timestamp` of an own-form body with the clock. Never throws. */
export function checkTimestamp(body: Uint8Array, now: number, toleranceSeconds: number): TimestampCheck {
  const reading = readJson(body);
  const value = reading.ok && isJsonObject(reading.value) ? field(reading.value, 'timestamp') : undefined;
  const seconds = unixSeconds(value);
  if (seconds === undefined) return { kind: 'unreadable', differenceSeconds: null };
  // Unix seconds reach 10^11 in the year 5138, milliseconds passed it in 1973.
  if (Math.abs(seconds) >= 1e11) return { kind: 'milliseconds', differenceSeconds: Math.round(now / 1_000 - seconds / 1_000) };
  const differenceSeconds = Math.round(now / 1_000 - seconds);
  return { kind: Math.abs(differenceSeconds) <= toleranceSeconds ? 'inside' : 'outside', differenceSeconds };
}

/** A number, or text of digits only: what intake takes for Unix time. */
function unixSeconds(value: JsonValue | undefined): number | undefined {
  const text = typeof value === 'boolean' ? undefined : scalarText(value);
  if (text === undefined || (typeof value === 'string' && !/^\d{1,20}$/.test(value))) return undefined;
  const seconds = Number(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The check as a sentence that says what to do. */
export function describeTimestamp(check: TimestampCheck, toleranceSeconds: number): string {
  if (check.kind === 'unreadable') return 'The body has no numeric timestamp: the service answers 422. Send Unix time in seconds.';
  const distance = formatDuration(Math.abs(check.differenceSeconds) * 1_000);
  const place = check.differenceSeconds >= 0 ? 'in the past' : 'in the future';
  if (check.kind === 'inside') return `The timestamp is ${distance} ${place}, within the ${toleranceSeconds} s that are allowed.`;
  if (check.kind === 'milliseconds') {
    return 'The timestamp is in milliseconds: the service reads seconds and answers 401. Divide it by 1000 and drop the fraction.';
  }
  return `The timestamp is ${distance} ${place}, and ${toleranceSeconds} s are allowed: sent now, the request is answered 401. ${clockAdvice(check.differenceSeconds)}`;
}

function clockAdvice(differenceSeconds: number): string {
  const hours = Math.round(differenceSeconds / 3_600);
  const isWholeHours = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(differenceSeconds - hours * 3_600) <= 60;
  if (isWholeHours) return 'It is a whole number of hours, so the sender probably takes local time for UTC.';
  return 'For an old request that is as it should be; for a new one, set the clocks of both sides by NTP.';
}
