/** A shorter secret could be part of an answer by chance, and the lead would lose a word. */
const SHORTEST_BLANKED = 8;

/** JSON's short escapes. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** Removes secrets from what is stored; without any, returns the same object. */
export interface SecretBlanker {
  text(text: string): string;
  bytes(bytes: Buffer): Buffer;
}

/**
 * Removes every occurrence of these secrets, plain or with JSON escapes: a sender may put one in an unexpected place. It works on the text, so
 * it also handles a body that is not JSON. A secret of digits only is replaced by 0, because it may be a number.
 */
export function createSecretBlanker(secrets: readonly string[]): SecretBlanker {
  // The longest first: one may be the beginning of another.
  const blanked = secrets.filter((secret) => [...secret].length >= SHORTEST_BLANKED).toSorted((one, other) => other.length - one.length);
  const targets = blanked.map(targetOf);
  const text = (given: string): string => {
    // Of hundreds of secrets, nearly all are ruled out here: searching for a text costs a hundredth of matching its pattern.
    const plain = withoutEscapes(given);
    return targets
      .filter(({ latin1, hasSignsOfItsOwn }) => given.includes(latin1) || plain.includes(latin1) || (hasSignsOfItsOwn && plain !== given))
      .reduce((rest, { pattern, left }) => rest.replaceAll(pattern, left), given);
  };
  return {
    text,
    bytes(bytes) {
      if (!bytes.includes(BACKSLASH) && !targets.some(({ utf8 }) => bytes.includes(utf8))) return bytes;
      // One character per byte, so that invalid UTF-8 stays as it is.
      const given = bytes.toString('latin1');
      const rest = text(given);
      return rest === given ? bytes : Buffer.from(rest, 'latin1');
    },
  };
}

const BACKSLASH = 0x5c;
/** `\u0041` */
const ESCAPE_LENGTH = 6;

/**
 * Decodes JSON's ASCII escapes, wherever they begin, and drops other backslashes: a secret in the text then appears in the original or in the
 * result.
 */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  const plain = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const escaped = code === BACKSLASH ? escapedAt(text, at) : undefined;
    if (code !== BACKSLASH || escaped !== undefined) plain[length++] = escaped ?? code;
    at += escaped === undefined ? 1 : ESCAPE_LENGTH;
  }
  return plain.toString('latin1', 0, length);
}

/** The ASCII code of the escape at this position; `undefined` if there is none. */
function escapedAt(text: string, at: number): number | undefined {
  if (!text.startsWith('u00', at + 1)) return undefined;
  const [high, low] = [hexDigit(text.charCodeAt(at + 4)), hexDigit(text.charCodeAt(at + 5))];
  return high < 8 && low < 16 ? high * 16 + low : undefined;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Characters whose only escapes are those of `withoutEscapes`. */
const PLAIN_SIGNS = /^[ -[\]-~]*$/;

interface Target {
  readonly utf8: Buffer;
  readonly latin1: string;
  readonly pattern: RegExp;
  /** True if it contains a backslash or a character that is not printable ASCII: `withoutEscapes` may spell these differently. */
  readonly hasSignsOfItsOwn: boolean;
  /** The replacement. */
  readonly left: string;
}

function targetOf(secret: string): Target {
  const utf8 = Buffer.from(secret);
  const pattern = new RegExp([...secret].map(spellingsOf).join(''), 'g');
  const left = /^\d+$/.test(secret) ? '0' : '';
  return { utf8, latin1: utf8.toString('latin1'), pattern, hasSignsOfItsOwn: !PLAIN_SIGNS.test(secret), left };
}

/** A pattern for a character: its UTF-8 bytes, one latin1 character each, or a JSON escape. */
function spellingsOf(character: string): string {
  const plain = [...Buffer.from(character)].map(byteSpelling).join('');
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const escaped = units.map((unit) => String.raw`\\u${eitherCase(unit.toString(16).padStart(4, '0'))}`).join('');
  const sign = SHORT_ESCAPES[character];
  const short = sign === undefined ? [] : [String.raw`\\${byteSpelling(sign.charCodeAt(0))}`];
  return `(?:${[...short, plain, escaped].join('|')})`;
}

function byteSpelling(byte: number): string {
  return String.raw`\x${byte.toString(16).padStart(2, '0')}`;
}

function eitherCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
