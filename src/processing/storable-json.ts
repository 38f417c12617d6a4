import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';

/** A JSON value whose texts and keys every store can hold; everything else, digits included, stays as it is. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (isJsonArray(value)) return value.map(storableJson);
  return isJsonObject(value) ? storableJsonObject(value) : value;
}

/** The same for an object. */
export function storableJsonObject(object: JsonObject): JsonObject {
  const entries = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(object)) {
    let storableKey = storableText(key);
    // Two keys that differ only in what cannot be stored must not swallow each other.
    while (storableKey !== key && (entries.has(storableKey) || Object.hasOwn(object, storableKey))) storableKey += '\uFFFD';
    entries.set(storableKey, storableJson(value));
  }
  return Object.fromEntries(entries);
}
