import { leadIdText } from '../domain/lead-id.ts';
import type { PayloadReader } from './payload-reader.ts';

/** The platform's lead id, as exact text, from the first of these keys that contains one; `null` if none does. */
export function readLeadId(reader: PayloadReader, ...keys: readonly string[]): string | null {
  return reader.read(keys, leadIdText);
}
