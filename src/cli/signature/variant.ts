import type { Translated } from '../../base/language.ts';

/** Bytes a sender may have signed, or signed with. `deviation` says how that differs from what the service does; null: it does not. */
export interface Variant {
  readonly bytes: Buffer;
  readonly deviation: Translated<string> | null;
}

/** Each once: of those with the same bytes, the first. */
export function distinct(variants: readonly Variant[]): readonly Variant[] {
  const seen = new Map<string, Variant>();
  for (const variant of variants) {
    const key = variant.bytes.toString('latin1');
    if (!seen.has(key)) seen.set(key, variant);
  }
  return [...seen.values()];
}
