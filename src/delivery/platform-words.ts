import { printableLine } from '../base/text.ts';
import type { Sentence } from '../domain/fault.ts';

/** Operators read this in a list; the rest of a platform's message is the same for every error of its kind. */
const LONGEST = 300;
/** Only this much is searched for values that must not be shown. */
const LONGEST_READ = 4_000;
/** Replacing every `a` in a sentence would leave nothing of it. */
const SHORTEST_KNOWN = 6;
/** Parts of a token with this length reveal it; shorter ones occur in ordinary words. */
const TELLTALE = 12;

const HIDDEN = '[…]';

/** Patterns for a token of either platform, an e-mail address, a phone number or an IP address. */
const TELLING_SHAPES = [
  /\b(?:EAA\w{9,}|(?:ya29\.|1\/\/|eyJ)[\w.~+/=-]+)/g,
  /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g,
  /\+\d[\d\s().-]{6,}\d/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}/gi,
];

/**
 * A platform's message in a form that every user may read: one line, shortened, and without the hashes, addresses, phone numbers, click ids and
 * tokens that platforms often repeat.
 *
 * @param sent values of the request that must not appear in the message, not even in part
 */
export function platformWords(words: string, sent: readonly string[] = []): string {
  const read = printableLine(words.slice(0, LONGEST_READ).replaceAll(/[\s\p{Cf}]+/gu, ' '));
  const known = sent.filter((value) => value.length >= SHORTEST_KNOWN);
  const unknown = known.reduce((line, value) => line.replaceAll(value, HIDDEN), read);
  const line = TELLING_SHAPES.reduce((shown, shape) => shown.replaceAll(shape, HIDDEN), unknown)
    .replaceAll(/[^\s"'<>&=:,;()]{12,}/g, (word) => (known.some((value) => sharesPart(word, value)) ? HIDDEN : word))
    .replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])/g, keepNames)
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

function sharesPart(word: string, value: string): boolean {
  for (let start = 0; start + TELLTALE <= word.length; start += 1) {
    if (value.includes(word.slice(start, start + TELLTALE))) return true;
  }
  return false;
}

/** Keeps the platforms' own names of reasons, which are long and in capitals. */
function keepNames(word: string): string {
  return /^[A-Z][A-Z_]+$/.test(word) ? word : HIDDEN;
}

/** A platform's message as a sentence of a fault; none if the message is empty. */
export function platformMessage(words: string): readonly Sentence[] {
  return words === '' ? [] : [['platformMessage', { words: words.replaceAll('"', "'").replace(/\.+$/, '') }]];
}
