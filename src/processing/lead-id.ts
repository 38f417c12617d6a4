import { leadIdText } from '../domain/lead-id.ts';
import type { PayloadReader } from './payload-reader.ts';

/** The platform's id of the lead, as exact text, from the first of these keys that holds one; null when none does. */
export function readLeadId(reader: PayloadReader, ...keys: readonly string[]): string | null {
  return reader.read(keys, leadIdText);
}
