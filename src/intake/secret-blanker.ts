/** A shorter one could stand in an answer by chance, and a lead would lose a word. */
const SHORTEST_BLANKED = 8;

/** Escapes of JSON with a sign of their own. */
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

/** Takes secrets out of what is stored; what holds none comes back as the very same object. */
export interface SecretBlanker {
  text(text: string): string;
  bytes(bytes: Buffer): Buffer;
}

/**
 * Takes out every occurrence of these secrets, spelled out or with the escapes of JSON: a sender may put one where nobody expects it. It
 * works on the text, so that a body that is no JSON is served too. What is left of a secret of digits alone is a 0: it may be a number.
 */
export function createSecretBlanker(secrets: readonly string[]): SecretBlanker {
  // The longest first: one may be the beginning of another.
  const blanked = secrets.filter((secret) => [...secret].length >= SHORTEST_BLANKED).toSorted((one, other) => other.length - one.length);
  const targets = blanked.map(targetOf);
  const text = (given: string): string =>
    targets.reduce((rest, target) => (mayHold(rest, target.latin1) ? rest.replaceAll(target.pattern, target.left) : rest), given);
  return {
    text,
    bytes(bytes) {
      if (!targets.some(({ utf8 }) => mayHold(bytes, utf8))) return bytes;
      // One character per byte, so that what is no UTF-8 stays as it is.
      const given = bytes.toString('latin1');
      const rest = text(given);
      return rest === given ? bytes : Buffer.from(rest, 'latin1');
    },
  };
}

/** Nearly everything is let go here, which costs less than the pattern. */
function mayHold<Content extends string | Buffer>(content: Content, secret: Content): boolean {
  return typeof content === 'string'
    ? content.includes(secret as string) || content.includes('\\')
    : content.includes(secret) || content.includes('\\');
}

interface Target {
  readonly utf8: Buffer;
  readonly latin1: string;
  readonly pattern: RegExp;
  /** What stands in its place. */
  readonly left: string;
}

function targetOf(secret: string): Target {
  const utf8 = Buffer.from(secret);
  const pattern = new RegExp([...secret].map(spellingsOf).join(''), 'g');
  return { utf8, latin1: utf8.toString('latin1'), pattern, left: /^\d+$/.test(secret) ? '0' : '' };
}

/** A pattern for a character: its UTF-8 bytes, one latin1 character each, or an escape of JSON. */
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
