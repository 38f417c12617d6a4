import { isJsonObject, type JsonObject, type JsonValue, readJson, scalarText } from '../base/exact-json.ts';

/** Ids that the platform can be asked by: they become a part of an address, so nothing but digits. */
const FETCHABLE_ID = /^\d{1,25}$/;

export function isFetchableId(id: string | null): id is string {
  return id !== null && FETCHABLE_ID.test(id) && !/^0+$/.test(id);
}

/** What a platform handed out, when it can be a lead; undefined for anything else. Never throws. */
export function readFetchedLead(body: Uint8Array): JsonObject | undefined {
  const json = readJson(body);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

/**
 * The event and the lead it points to as one payload. The lead speaks where both say something: it tells the same in more detail. The
 * event's own body is kept as it came, so nothing is lost by that. What the lead leaves blank stays as the event has it.
 */
export function joinFetched(pointer: JsonObject, lead: JsonObject): JsonObject {
  const said = Object.entries(lead).filter(([key, value]) => !isBlank(value) || !Object.hasOwn(pointer, key));
  return { ...pointer, ...Object.fromEntries(said) };
}

/** The same for a flat event, whose `id` is its own: the lead was asked for by the id it repeats there. */
export function joinFetchedToFlat(event: JsonObject, { id: _id, ...lead }: JsonObject): JsonObject {
  return joinFetched(event, lead);
}

function isBlank(value: JsonValue): boolean {
  return value === null || scalarText(value)?.trim() === '';
}
