import { isJsonObject, type JsonObject, type JsonValue, readJson, scalarText } from '../../base/exact-json.ts';

/**
 * The search words of events and leads, and the terms of a query. Both sides use the same folding: if you change it, change `INDEX_VERSION`. A
 * word contains only letters and digits, so nothing a person types is syntax to SQLite.
 */

/** A longer word, such as a click id, is truncated. */
const LONGEST_WORD = 64;
/** Maximum characters indexed of one value of a body, and of all its values. */
const LONGEST_VALUE = 200;
const LONGEST_TEXT = 2_048;
/** Maximum characters of a query. */
const LONGEST_QUERY = 500;
const MOST_TERMS = 12;
/** A shorter prefix is searched as a whole word: it would match half of all words. */
const SHORTEST_PREFIX = 3;
/** `prefix` of the tables in `search/index-file.ts`. */
export const LONGEST_INDEXED_PREFIX = 5;

const ASCII = /^\p{ASCII}*$/u;
const MARKS = /[\p{M}\p{Cf}]/gu;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu;
/** URLs and times identify nobody. */
const NO_NAME = /^(https?:\/\/|\d{4}-\d\d-\d\d([T ]|$))/i;
/** Digits as people write phone numbers, but not inside a click id or an e-mail address. */
const PHONE = /(?<![\p{L}\p{N}_-])\+?\(?\d[\d\s()./-]{6,24}\d(?![\p{L}\p{N}_@-])/gu;
const NATIONAL = /^([1-9]\d)?(9?)([2-9]\d{7})$/;

/** One way to match a term of a query. */
export interface Alternative {
  readonly word: string;
  readonly isPrefix: boolean;
}

/** An entry matches a query if every term matches; a term matches if one of its alternatives does. */
export type SearchTerms = readonly (readonly Alternative[])[];

/** The words of an event's body, in no particular order; none for a body that is not JSON. */
export function bodyWords(body: Uint8Array): ReadonlySet<string> {
  const words = new Set<string>();
  const reading = readJson(body);
  if (reading.ok) collect(reading.value, words, { left: LONGEST_TEXT });
  return words;
}

/** The words of texts, such as the fields of a lead. */
export function textWords(texts: readonly (string | null)[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) if (text !== null) addWords(text, words);
  return words;
}

function collect(value: JsonValue, words: Set<string>, budget: { left: number }): void {
  if (budget.left <= 0 || typeof value === 'boolean' || value === null) return;
  const text = scalarText(value);
  if (text === undefined) {
    for (const inner of isJsonObject(value) ? valuesOf(value) : (value as readonly JsonValue[])) collect(inner, words, budget);
    return;
  }
  if (NO_NAME.test(text)) return;
  const shown = text.slice(0, Math.min(LONGEST_VALUE, budget.left));
  budget.left -= shown.length;
  addWords(shown, words);
}

/** The Google Ads key in a body must not become searchable. */
function valuesOf(object: JsonObject): readonly JsonValue[] {
  return Object.entries(object).flatMap(([key, value]) => (key === 'google_key' ? [] : [value]));
}

function addWords(text: string, words: Set<string>): void {
  const folded = fold(text);
  for (const digits of phonesIn(folded)) for (const form of phoneForms(digits)) words.add(form);
  for (const chunk of folded.split(/\s+/)) for (const word of wordsOfChunk(chunk)) words.add(shortened(word));
}

/** PostgreSQL refuses half a character. */
function shortened(word: string): string {
  return word.slice(0, LONGEST_WORD).replace(/[\uD800-\uDBFF]$/, '');
}

function fold(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.toWellFormed().normalize('NFKD').toLowerCase().replace(MARKS, '');
}

/** An e-mail address, a click id or another number becomes one word without its punctuation, plus each part that can be a word. */
function wordsOfChunk(chunk: string): readonly string[] {
  const parts = chunk.match(LETTERS_AND_DIGITS) ?? [];
  if (parts.length < 2 || !isIdentifier(chunk)) return parts;
  return [parts.join(''), ...parts.filter((part) => /^(\p{L}{3,}|\p{N}{4,})$/u.test(part))];
}

function isIdentifier(chunk: string): boolean {
  return /\p{N}|[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(chunk);
}

function phonesIn(folded: string): readonly string[] {
  const runs = folded.match(PHONE) ?? [];
  return runs.map((run) => run.replace(/\D/g, '')).filter((digits) => digits.length >= 8 && digits.length <= 15);
}

/** The digits as written, the national number, the area code with the last eight digits, and the last eight digits. */
function phoneForms(digits: string): readonly string[] {
  const national = digits.replace(/^00/, '').replace(/^(55|0)(?=\d{10,11}$)/, '');
  const { key, lastEight } = phoneKeys(national);
  return [digits, national, ...(key === undefined ? [] : [key]), ...(lastEight === undefined ? [] : [lastEight])];
}

/** Like `phoneKey` of a lead: the same with and without the ninth digit, which landlines (2 to 5) never had. */
export function phoneKeys(national: string): { readonly key?: string; readonly lastEight?: string } {
  const [, area, nine, lastEight] = NATIONAL.exec(national) ?? [];
  if (lastEight === undefined) return {};
  if (area === undefined) return { lastEight };
  return { key: nine === '9' && /^[2-5]/.test(lastEight) ? national : area + lastEight, lastEight };
}

/** The terms of a query; none if it contains neither letters nor digits. */
export function searchTerms(typed: string): SearchTerms {
  const folded = fold(typed.slice(0, LONGEST_QUERY));
  const phones = phonesIn(folded).map(phoneTerm);
  const rest = phones.length === 0 ? folded : folded.replace(PHONE, (run) => (phonesIn(run).length > 0 ? ' ' : run));
  const words = rest.split(/\s+/).flatMap(typedWords);
  const terms = words.map(({ word, isWhole }, index) => {
    const isPrefix = (!isWhole || index === words.length - 1) && word.length >= SHORTEST_PREFIX;
    return [{ word: shortened(word), isPrefix }];
  });
  return [...phones, ...terms].slice(0, MOST_TERMS);
}

/** A word, or a number or address that may be incomplete. */
function typedWords(chunk: string): readonly { readonly word: string; readonly isWhole: boolean }[] {
  const parts = chunk.match(LETTERS_AND_DIGITS) ?? [];
  if (parts.length === 0) return [];
  if (isIdentifier(chunk)) return [{ word: parts.join(''), isWhole: false }];
  return parts.map((word) => ({ word, isWhole: true }));
}

function phoneTerm(digits: string): readonly Alternative[] {
  const [, national = digits] = phoneForms(digits);
  const { key, lastEight } = phoneKeys(national);
  const word = key ?? lastEight;
  return [{ word: digits, isPrefix: true }, ...(word === undefined || word === digits ? [] : [{ word, isPrefix: false }])];
}

/** The terms in FTS5 syntax; `undefined` if there are none. */
export function matchExpression(terms: SearchTerms): string | undefined {
  if (terms.length === 0) return undefined;
  const alternative = ({ word, isPrefix }: Alternative): string => `"${word}"${isPrefix ? ' *' : ''}`;
  return terms.map((term) => `(${term.map(alternative).join(' OR ')})`).join(' AND ');
}

/** Whether words that are not indexed yet match the terms. */
export function fits(terms: SearchTerms, words: ReadonlySet<string>): boolean {
  if (terms.length === 0) return false;
  const all = [...words];
  const holds = ({ word, isPrefix }: Alternative): boolean =>
    words.has(word) || (isPrefix && all.some((candidate) => candidate.startsWith(word)));
  return terms.every((term) => term.some(holds));
}
