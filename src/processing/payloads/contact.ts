import type { JsonValue } from '../../base/exact-json.ts';
import { canBe, type KnownKey, knownKey } from '../known-keys.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { storableJson } from '../storable-json.ts';

/**
 * An e-mail address or phone number of a flat payload: from one of our own keys, otherwise from a key with a known meaning; contact data at work
 * only if there is no other, because colleagues share it.
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

/** The person's consents, in the sender's own format: they are evidence, so nothing is rewritten. */
export function readConsents(reader: PayloadReader): JsonValue | null {
  const key = 'consentimentos';
  reader.place(key);
  return reader.has(key) ? storableJson(reader.peek(key) ?? null) : null;
}
