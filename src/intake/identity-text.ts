import { type JsonValue, wholeNumberText } from '../base/exact-json.ts';

/** The maximum length of `event_type`, form `id` and `campanha_id` in the contract, in characters. */
export const LONGEST_FIELD = 255;

/** The exact text of an id: a non-empty string that every store can hold, or the digits of a whole number. `undefined` for anything else. */
export function idText(value: JsonValue | undefined, longest: number): string | undefined {
  const text = typeof value === 'string' ? value : wholeNumberText(value);
  return text !== undefined && isStorableText(text, longest) ? text : undefined;
}

/** Non-empty, not too long, without NUL and lone surrogates: PostgreSQL's text cannot hold NUL, UTF-8 cannot hold surrogates. */
export function isStorableText(text: string, longest: number): boolean {
  return text !== '' && isAtMost(text, longest) && !text.includes('\0') && text.isWellFormed();
}

/** Counts characters, not UTF-16 units; walks the string only if the two can differ. */
function isAtMost(text: string, longest: number): boolean {
  if (text.length <= longest) return true;
  return text.length <= 2 * longest && [...text].length <= longest;
}
