import type { JsonValue } from '../../base/exact-json.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { storableJson } from '../storable-json.ts';

/** What the person agreed to, in whatever shape the sender keeps it: it is proof, so nothing is rewritten. */
export function readConsents(reader: PayloadReader): JsonValue | null {
  const key = 'consentimentos';
  reader.place(key);
  return reader.has(key) ? storableJson(reader.peek(key) ?? null) : null;
}
