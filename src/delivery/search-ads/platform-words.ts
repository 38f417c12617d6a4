const LONGEST = 300;

/**
 * What the platform said, fit for a fault that everybody may read: one line, shortened, and without hashes, addresses, phone numbers, click
 * ids and tokens, which it likes to repeat.
 *
 * @param sent values of the request that must not come back in the sentence
 */
export function platformWords(words: string, sent: readonly string[] = []): string {
  const known = sent.filter((value) => value.length >= SHORTEST_KNOWN).reduce((text, value) => text.replaceAll(value, '[…]'), words);
  const line = known
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;]+/g, '[…]')
    .replaceAll(/\b(?:ya29\.|1\/\/|eyJ)[\w.~+/=-]+/g, '[…]')
    .replaceAll(/\+\d[\d\s().-]{6,}\d/g, '[…]')
    .replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])/g, keepNames)
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

/** Replacing every `a` of a sentence would leave nothing of it. */
const SHORTEST_KNOWN = 6;

/** The platform's own names of reasons are long, and in capitals. */
function keepNames(word: string): string {
  return /^[A-Z][A-Z_]+$/.test(word) ? word : '[…]';
}

/** A sentence of the platform inside one of ours: `The platform says: "…".` Nothing where it said nothing. */
export function quoted(words: string): string {
  return words === '' ? '' : ` The platform says: "${words.replaceAll('"', "'").replace(/\.+$/, '')}".`;
}
