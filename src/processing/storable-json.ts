import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';

/** A JSON value whose texts and keys every store can hold; everything else, including digits, stays unchanged. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (isJsonArray(value)) return value.map(storableJson);
  return isJsonObject(value) ? storableJsonObject(value) : value;
}

/** The same for an object. Keys that become equal do not overwrite each other: the second becomes `key#2`. */
export function storableJsonObject(object: JsonObject): JsonObject {
  const storableKey = keyNaming(object);
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [storableKey(key), storableJson(value)]));
}

/**
 * Finds a unique name for every key. The number of a base only grows, and a taken name blocks at most two bases (`k#2` blocks `k` and `k#2`), so
 * all keys of an object together take linear time.
 */
function keyNaming(object: JsonObject): (key: string) => string {
  const given = new Set<string>();
  const numbers = new Map<string, number>();
  return (key) => {
    const base = storableText(key);
    if (base === key) return key;
    let number = (numbers.get(base) ?? 0) + 1;
    while (Object.hasOwn(object, numbered(base, number)) || given.has(numbered(base, number))) number += 1;
    numbers.set(base, number);
    given.add(numbered(base, number));
    return numbered(base, number);
  };
}

function numbered(base: string, number: number): string {
  return number === 1 ? base : `${base}#${number}`;
}
