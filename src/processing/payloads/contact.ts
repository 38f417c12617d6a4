import { canBe, knownKey } from '../known-keys.ts';
import type { PayloadReader } from '../payload-reader.ts';

/** An e-mail address or phone number of a flat payload: under one of our own keys, else under one that says so in somebody's language. */
export function readContact(reader: PayloadReader, field: 'email' | 'telefone', ...ownKeys: readonly string[]): string | null {
  return (
    reader.text(...ownKeys) ??
    reader.textWhere(
      (key) => knownKey(key)?.field === field,
      (text) => canBe(field, text),
    )
  );
}
