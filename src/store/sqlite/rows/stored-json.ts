import { type JsonValue, parseJson } from '../../../base/exact-json.ts';

/** The value of a column that holds JSON, with exact numbers. */
export function storedJson(text: string): JsonValue {
  const reading = parseJson(text);
  return reading.ok ? reading.value : text;
}
