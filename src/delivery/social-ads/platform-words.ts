import { printableLine } from '../../base/text.ts';

/** Operators read this in a list; what the platform says beyond it is the same for every error of its kind. */
const LONGEST = 300;
/** Nothing longer is looked through for what must not be shown. */
const LONGEST_READ = 4_000;
/** Parts of a token that are this long give it away; shorter ones also stand in ordinary words. */
const TELLTALE = 12;

const HIDDEN = '[…]';

/**
 * What the platform said, fit to be stored and shown: one line, shortened, without the token, addresses, phone numbers and hashes it may
 * repeat from the request.
 */
export function platformWords(words: string, token: string): string {
  const line = printableLine(words.slice(0, LONGEST_READ).replaceAll(/\s+/g, ' '))
    .replaceAll(token, HIDDEN)
    .replaceAll(/[^\s"'<>&=:,;()]{12,}/g, (word) => (sharesPart(word, token) ? HIDDEN : word))
    .replaceAll(/\bEAA\w{9,}/g, HIDDEN)
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, HIDDEN)
    .replaceAll(/\+\d[\d\s().-]{6,}\d/g, HIDDEN)
    .replaceAll(/\b[\da-f]{40,}\b/gi, HIDDEN)
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}/gi, HIDDEN)
    .trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

function sharesPart(word: string, token: string): boolean {
  for (let start = 0; start + TELLTALE <= word.length; start += 1) {
    if (token.includes(word.slice(start, start + TELLTALE))) return true;
  }
  return false;
}
