/**
 * The kind of a piece of JSON text. `key` is the name of a member with its quotes, `mark` one of `{ } [ ] : ,`, `word` is true, false or
 * null, `rest` is everything from the first invalid piece on.
 */
export type JsonKind = 'space' | 'mark' | 'key' | 'string' | 'number' | 'word' | 'rest';

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

const ARRAY = -1;

/** May come before everything else (RFC 8259 section 8.1). */
const BYTE_ORDER_MARK = '\uFEFF';
const SPACES = ' \n\r\t';
const SPACE = /\uFEFF?[ \n\r\t]*/y;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters of a string, up to 64 escapes at once: the pattern needs stack for each. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: strings must not contain them
const CHARACTERS = /(?:[^"\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})){1,64}/y;

/**
 * Tokenizes a text according to RFC 8259. It parses nothing: the pieces, joined, are the text itself, with every digit, escape, space and
 * repeated key. It does not recurse, and stores one number for each open bracket.
 */
export class JsonScanner {
  readonly #text: string;
  /** For each open bracket: -1 for an array, otherwise the number of keys of its object so far. */
  readonly #open: number[] = [];
  #expected: Expected = 'value';
  kind: JsonKind = 'space';
  start = 0;
  end = 0;
  /** Where the text stops being JSON; its length if it ends too early; `null` as long as it is JSON, and at the end if all of it was. */
  brokenAt: number | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of open brackets after this piece. */
  get depth(): number {
    return this.#open.length;
  }

  /** `true` if the piece is directly in an object: a key, or the value of one. */
  get isInObject(): boolean {
    return (this.#open.at(-1) ?? ARRAY) !== ARRAY;
  }

  /** The index of this key in its object, from 1; for a value, the index of its key. */
  get position(): number {
    return this.#open.at(-1) ?? 0;
  }

  /** Moves to the next piece; `false` at the end. */
  next(): boolean {
    this.start = this.end;
    const sign = this.#text[this.start];
    if (sign !== undefined) {
      this.#read(sign);
      return true;
    }
    if (this.#expected !== 'nothing') this.brokenAt ??= this.#text.length;
    return false;
  }

  /** @param sign the first character of the piece */
  #read(sign: string): void {
    const { start } = this;
    const expected = this.#expected;
    const isSpace = sign <= ' ' && SPACES.includes(sign);
    if (isSpace || (sign === BYTE_ORDER_MARK && start === 0)) this.#take('space', this.#endOf(SPACE, start), expected);
    else if (expected === 'value' || expected === 'value or end') this.#readValue(sign);
    else if (expected === 'comma or end') this.#readAfterValue(sign);
    else if (expected === 'colon' && sign === ':') this.#take('mark', start + 1, 'value');
    else if (expected === 'key or end' && sign === '}') this.#readClosing();
    else if ((expected === 'key' || expected === 'key or end') && sign === '"') this.#readKey();
    else this.#breakOff(start);
  }

  #readValue(sign: string): void {
    if (sign === '"') this.#readString('string', this.#afterValue());
    else if (sign === '{') this.#readOpening(0, 'key or end');
    else if (sign === '[') this.#readOpening(ARRAY, 'value or end');
    else if (sign === ']' && this.#expected === 'value or end') this.#readClosing();
    else if (sign < 'a') this.#readPlain('number', NUMBER);
    else this.#readPlain('word', WORD);
  }

  #readPlain(kind: 'word' | 'number', pattern: RegExp): void {
    const end = this.#endOf(pattern, this.start);
    if (end === this.start) this.#breakOff(end);
    else this.#take(kind, end, this.#afterValue());
  }

  #readKey(): void {
    const top = this.#open.length - 1;
    this.#open[top] = (this.#open[top] ?? 0) + 1;
    this.#readString('key', 'colon');
  }

  #readString(kind: 'key' | 'string', expected: Expected): void {
    let at = this.start + 1;
    for (let end = this.#endOf(CHARACTERS, at); end > at; end = this.#endOf(CHARACTERS, at)) at = end;
    if (this.#text[at] === '"') this.#take(kind, at + 1, expected);
    else this.#breakOff(at);
  }

  #readAfterValue(sign: string): void {
    if (sign === ',') this.#take('mark', this.start + 1, this.isInObject ? 'key' : 'value');
    else if (sign === (this.isInObject ? '}' : ']')) this.#readClosing();
    else this.#breakOff(this.start);
  }

  #readOpening(bracket: number, expected: Expected): void {
    this.#open.push(bracket);
    this.#take('mark', this.start + 1, expected);
  }

  #readClosing(): void {
    this.#open.pop();
    this.#take('mark', this.start + 1, this.#afterValue());
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : 'comma or end';
  }

  #take(kind: JsonKind, end: number, expected: Expected): void {
    this.kind = kind;
    this.end = end;
    this.#expected = expected;
  }

  #breakOff(at: number): void {
    this.brokenAt = at;
    this.#take('rest', this.#text.length, 'nothing');
  }

  /** Where the match that begins at `start` ends; `start` if nothing matches there. */
  #endOf(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    return pattern.test(this.#text) ? pattern.lastIndex : start;
  }
}
