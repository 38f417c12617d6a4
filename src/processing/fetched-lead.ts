import { isJsonObject, type JsonObject, type JsonValue, readJson, scalarText } from '../base/exact-json.ts';

/** Ids that a lead can be fetched by: they become part of a URL, so only digits. */
const FETCHABLE_ID = /^\d{1,25}$/;

export function isFetchableId(id: string | null): id is string {
  return id !== null && FETCHABLE_ID.test(id) && !/^0+$/.test(id);
}

/** The platform's answer if it can be a lead; `undefined` for anything else. Never throws. */
export function readFetchedLead(body: Uint8Array): JsonObject | undefined {
  const json = readJson(body);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

/**
 * Joins the event and the lead that it references into one payload. The lead's values win, because they are more detailed; its blank values do not
 * replace the event's. The event's own body is stored unchanged, so nothing is lost.
 */
export function joinFetched(pointer: JsonObject, lead: JsonObject): JsonObject {
  const said = Object.entries(lead).filter(([key, value]) => !isBlank(value) || !Object.hasOwn(pointer, key));
  return { ...pointer, ...Object.fromEntries(said) };
}

function isBlank(value: JsonValue): boolean {
  return value === null || scalarText(value)?.trim() === '';
}
