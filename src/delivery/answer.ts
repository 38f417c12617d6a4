import { field, isJsonObject, type JsonObject, readJson } from '../base/exact-json.ts';

/** The JSON object of a response body; an empty one if the body is anything else. */
export function answerObject(body: Uint8Array): JsonObject {
  const reading = readJson(body);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

/** The text under a key; `undefined` if there is none or it is blank. */
export function textIn(object: JsonObject, key: string): string | undefined {
  const value = field(object, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The wait time in the `Retry-After` header (seconds or a date), in ms. `null` if it is missing or cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0);
}
