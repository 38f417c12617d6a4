import { canBe, type KnownKey, knownKey } from '../known-keys.ts';
import type { PayloadReader } from '../payload-reader.ts';

/**
 * An e-mail address or phone number of a flat payload: under one of our own keys, else under one that says so in somebody's language; the one at
 * work only where there is no other, because colleagues share it.
 */
export function readContact(reader: PayloadReader, field: 'email' | 'telefone', ...ownKeys: readonly string[]): string | null {
  const among = (isWanted: (known: KnownKey) => boolean): string | null =>
    reader.textWhere(
      (key) => {
        const known = knownKey(key);
        return known?.field === field && isWanted(known);
      },
      (text) => canBe(field, text),
    );
  return reader.text(...ownKeys) ?? among(({ isAtWork }) => !isAtWork) ?? among(() => true);
}
