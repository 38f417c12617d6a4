import { isJsonArray, parseJson, scalarText } from '../../../base/exact-json.ts';

/** The headers that are kept of a request, in the order they came. */
export type KeptHeaders = readonly (readonly [name: string, value: string])[];

/** Reads them from the JSON they are stored as. */
export function readKeptHeaders(text: string): KeptHeaders {
  const json = parseJson(text);
  if (!json.ok || !isJsonArray(json.value)) return [];
  return json.value.flatMap((pair) => (isJsonArray(pair) ? [[scalarText(pair[0]) ?? '', scalarText(pair[1]) ?? ''] as const] : []));
}
