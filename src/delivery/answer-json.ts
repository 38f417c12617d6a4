import { field, isJsonArray, isJsonObject, type JsonObject, readJson } from '../base/exact-json.ts';

/** The JSON object of an answer's body; an empty one where the body is something else. */
export function answerObject(body: Uint8Array): JsonObject {
  const reading = readJson(body);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

/** The object below a key; an empty one where there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = field(object, key);
  return isJsonObject(value) ? value : {};
}

/** The objects of the list below a key. */
export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  const value = field(object, key);
  return isJsonArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}

/** The text below a key; undefined where there is none, or nothing but spaces. */
export function textIn(object: JsonObject, key: string): string | undefined {
  const value = field(object, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
