const KEY = '"google_key"';

/**
 * The same bytes with the string after every `google_key` key replaced by `""`, so that the secret is not stored with the
 * event. Works on the text, not on a parsed value: everything else stays byte for byte, keys spelled with escapes and keys
 * sent twice included, and bodies that are cut off or no JSON at all are fine.
 */
export function withoutGoogleKey(body: Buffer): Buffer {
  if (!body.includes('google_key') && !body.includes('\\u')) return body;
  // One character per byte, so that positions and bytes agree; what the scan looks for is ASCII.
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
    const value = text[colon] === ':' ? skipBlanks(text, colon + 1) : -1;
    if (value !== -1 && text[value] === '"' && isGoogleKey(text.slice(start, end))) {
      end = endOfString(text, value);
      kept += `${text.slice(copiedTo, value)}""`;
      copiedTo = end;
    }
    start = text.indexOf('"', end);
  }
  return kept + text.slice(copiedTo);
}

/** The position after the closing quote, or the end of a text that is cut off. */
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
