import { normalizeEmail, writtenEmails } from '../../../base/email-address.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsIn,
  readJson,
  scalarText,
  writeJson,
} from '../../../base/exact-json.ts';

/** What is searched in texts; all of it identifies the person. */
export interface Sought {
  /** Normalized addresses. */
  readonly emails: readonly string[];
  /** Matching keys (`phoneKey`): a Brazilian number as area code and last eight digits, or with its ninth digit; others with `+`. */
  readonly phones: readonly string[];
  /** Click ids and identities, exactly. */
  readonly texts: readonly string[];
  /** True: also within a longer word or number, as values follow each other in a file without anything between. Default: false. */
  readonly anywhere?: boolean;
}

/** What replaces a mention. The trigger of `registro_operadores` knows it too. */
const REMOVED = '***';

/** Ends of an encoded character, after which a word begins: `%20ana@…`, `\u0020ana@…`, `\nana@…`. */
const AFTER_ENCODED = '(?<=%[0-9a-f]{2}|\\\\u[0-9a-f]{4}|\\\\[nrt])';
const ADDRESS_STARTS = `(?:(?<![a-z0-9._+-])|${AFTER_ENCODED})`;
const ADDRESS_ENDS = '(?![a-z0-9_-]|\\.[a-z0-9])';
const TEXT_STARTS = `(?:(?<![a-z0-9_-])|${AFTER_ENCODED})`;
const TEXT_ENDS = '(?![a-z0-9_-])';
const NUMBER_STARTS = `(?:(?<![0-9])|${AFTER_ENCODED})`;
const NUMBER_ENDS = '(?![0-9])';
/** What people and encodings put between digits. */
const BETWEEN = '(?:[\\s().+/-]|\\xc2\\xa0|%20|%2[89bdf]|%c2%a0|\\\\u00[0-9a-f]{2}){0,3}';

/** Recognizes a person in text, however an address or a number is written or encoded, and removes them. */
export class PersonMatcher {
  readonly #sought: Sought;
  readonly #pattern: RegExp | undefined;
  /** What every mention contains: searched first, because it takes less than half of the time. */
  readonly #quick: RegExp | undefined;

  constructor(sought: Sought) {
    this.#sought = sought;
    const within = (starts: string, pattern: string, ends: string): string => (sought.anywhere ? pattern : starts + pattern + ends);
    const emails = sought.emails.flatMap(writtenEmails);
    const patterns = [
      ...emails.map((email) => within(ADDRESS_STARTS, textPattern(email), ADDRESS_ENDS)),
      ...sought.texts.map((text) => within(TEXT_STARTS, textPattern(text), TEXT_ENDS)),
      ...sought.phones.map((phone) => within(NUMBER_STARTS, phonePattern(phone), NUMBER_ENDS)),
    ];
    const anywhere = [...emails.map(textPattern), ...sought.texts.map(textPattern), ...sought.phones.map(phonePattern)];
    this.#quick = anywhere.length === 0 ? undefined : new RegExp(anywhere.join('|'), 'iu');
    this.#pattern = patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'giu');
  }

  mentions(text: string): boolean {
    return this.#pattern !== undefined && this.#quick?.test(text) === true && text.search(this.#pattern) >= 0;
  }

  /** The text without the person. In JSON, a number becomes null, so that the text stays JSON. */
  withoutMentions(text: string, isJson = true): string {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (found: string, at: number) => (isJson && isJsonNumber(text, at, found.length) ? 'null' : REMOVED));
  }

  /** Whether a body is about the person: one of its values is an address, number or id of theirs and nothing else. */
  isAbout(body: Uint8Array): boolean {
    const reading = readJson(body);
    return reading.ok ? this.#isIn(reading.value) : this.mentions(latin1(body));
  }

  /** A notification of several leads without those of the person; `null` if none is left, or the body is about one person. */
  withoutPerson(body: Uint8Array): Uint8Array | null {
    const reading = readJson(body);
    if (!(reading.ok && isJsonObject(reading.value))) return null;
    const entries = objectsIn(reading.value, 'entry').map((entry) => this.#withoutChanges(entry));
    const left = entries.filter((entry) => objectsIn(entry, 'changes').length > 0);
    return left.length === 0 ? null : Buffer.from(writeJson({ ...reading.value, entry: left }));
  }

  #withoutChanges(entry: JsonObject): JsonObject {
    return { ...entry, changes: objectsIn(entry, 'changes').filter((change) => !this.#isIn(change)) };
  }

  #isIn(value: JsonValue): boolean {
    if (isJsonArray(value)) return value.some((item) => this.#isIn(item));
    if (isJsonObject(value)) return Object.values(value).some((inner) => this.#isIn(inner));
    return this.is(value);
  }

  /** Whether a value is an address, number or id of the person and nothing else. */
  is(value: JsonValue): boolean {
    const text = scalarText(value)?.trim();
    if (text === undefined || text === '') return false;
    if (this.#sought.texts.includes(text)) return true;
    const address = normalizeEmail(text);
    if (address !== null && this.#sought.emails.includes(address)) return true;
    return /^[\d\s().+/-]+$/.test(text) && this.mentions(text);
  }
}

/** A notification without the leads with these ids; empty if none is left. */
export function withoutIdentities(body: Uint8Array, identities: readonly string[]): Uint8Array {
  return new PersonMatcher({ emails: [], phones: [], texts: identities }).withoutPerson(body) ?? Buffer.alloc(0);
}

/** The bytes as a text of one character each, in which addresses and numbers look the same as in UTF-8. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function textPattern(text: string): string {
  return Array.from(text, characterPattern).join('');
}

function characterPattern(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  // Bytes and escapes have no case. The upper case of ı is that of i too, which is in somebody else's address.
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  const same = new Set(cases.filter((each) => each.toLowerCase() === character.toLowerCase()));
  return `(?:${[...same].flatMap(formsOf).join('|')})`;
}

/** A character as it is, percent-encoded, as a JSON escape, or as the bytes of its UTF-8. */
function formsOf(character: string): readonly string[] {
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const escapes = Array.from({ length: character.length }, (_, at) => `\\\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`);
  const raw = character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const forms = [raw, bytes.map((byte) => `%${byte}`).join(''), escapes.join('')];
  if (bytes.length > 1) forms.push(bytes.map((byte) => `\\x${byte}`).join(''));
  return forms;
}

function phonePattern(key: string): string {
  const [, area, nine = '', lastEight] = /^([1-9]\d)(9?)(\d{8})$/.exec(key) ?? [];
  if (area === undefined || lastEight === undefined) return `-?(?:00)?${spaced(key.replaceAll(/\D/g, ''))}${FRACTION}`;
  const country = `(?:(?:00)?${spaced('55')}${BETWEEN})?(?:0${BETWEEN})?`;
  const ninth = nine === '9' ? `9${BETWEEN}` : `(?:9${BETWEEN})?`;
  const notTime = UNIX_TIME_AREAS.has(area) ? `(?!${key})` : '';
  return `-?${notTime}${country}${spaced(area)}${BETWEEN}${ninth}${spaced(lastEight)}${FRACTION}`;
}

/** Ten digits in a row that begin with these area codes are more often a Unix time of 2020 to 2030 than a number without its ninth digit. */
const UNIX_TIME_AREAS: ReadonlySet<string> = new Set(['16', '17', '18']);

/** Programs that read numbers as decimals write this behind them. */
const FRACTION = '(?:\\.0+)?';

function spaced(digits: string): string {
  return Array.from(digits).join(BETWEEN);
}

/** Whether the found digits stand in JSON without quotes. */
function isJsonNumber(text: string, at: number, length: number): boolean {
  return /[:,[]\s*$/.test(text.slice(Math.max(at - 200, 0), at)) && /^\s*[,}\]]/.test(text.slice(at + length, at + length + 200));
}
