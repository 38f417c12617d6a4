const KEY = '"google_key"';

/** False if the bytes cannot contain the key, either plain or with escapes: they need not be parsed or scanned for it. */
export function mayHoldGoogleKey(body: Buffer): boolean {
  return body.includes('google_key') || body.includes('\\u');
}

/**
 * The same bytes with the value of every `google_key` replaced by `""`, so that the secret is not stored with the event; only `null`, `true` and
 * `false` stay. Works on the text, not on a parsed value: everything else stays the same byte for byte, including keys spelled with escapes and
 * repeated keys, and truncated or invalid JSON also works.
 */
export function withoutGoogleKey(body: Buffer): Buffer {
  if (!mayHoldGoogleKey(body)) return body;
  // One character per byte, so that positions match bytes; the scan only looks for ASCII.
  const text = body.toString('latin1');
  const blanked = blankKeys(text);
  return blanked === text ? body : Buffer.from(blanked, 'latin1');
}

function blankKeys(text: string): string {
  let kept = '';
  let copiedTo = 0;
  let start = text.indexOf('"');
  while (start !== -1) {
    let end = endOfString(text, start);
    const colon = skipBlanks(text, end);
    if (text[colon] === ':' && isGoogleKey(text.slice(start, end))) {
      const value = skipBlanks(text, colon + 1);
      end = endOfValue(text, value);
      if (end > value) {
        kept += `${text.slice(copiedTo, value)}""`;
        copiedTo = end;
      }
    }
    start = text.indexOf('"', end);
  }
  return kept + text.slice(copiedTo);
}

/** The position after a string, number, array or object, or the end of a truncated text; `start` for anything else. */
function endOfValue(text: string, start: number): number {
  const first = text[start] ?? '';
  if (first === '"') return endOfString(text, start);
  if (first === '[' || first === '{') return endOfContainer(text, start);
  const number = /[-\d][\d.eE+-]*/y;
  number.lastIndex = start;
  return number.test(text) ? number.lastIndex : start;
}

function endOfContainer(text: string, start: number): number {
  const boundary = /["[\]{}]/g;
  boundary.lastIndex = start;
  let depth = 0;
  for (let match = boundary.exec(text); match !== null; match = boundary.exec(text)) {
    if (match[0] === '"') boundary.lastIndex = endOfString(text, match.index);
    else depth += match[0] === '[' || match[0] === '{' ? 1 : -1;
    if (depth === 0) return boundary.lastIndex;
  }
  return text.length;
}

/** The position after the closing quote, or the end of a truncated text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function skipBlanks(text: string, from: number): number {
  let position = from;
  while (' \t\r\n'.includes(text[position] ?? '-')) position += 1;
  return position;
}

function isGoogleKey(literal: string): boolean {
  if (!literal.includes('\\')) return literal === KEY;
  try {
    return JSON.parse(literal) === 'google_key';
  } catch {
    return false;
  }
}
