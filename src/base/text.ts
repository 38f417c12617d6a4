/** True if at least one character is visible on screen or paper; blanks, controls and zero-width characters are not. */
export function hasVisibleCharacter(text: string): boolean {
  return /[[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(text);
}

/**
 * Text that every store can hold: lone surrogates and NUL become U+FFFD (PostgreSQL's text cannot hold NUL, UTF-8 cannot hold surrogates).
 * Everything else stays unchanged; the event's raw body keeps the original bytes.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** One line that is safe to print on a terminal: control characters, escapes and bidirectional marks become `·`. */
export function printableLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, '·');
}

/** The text in the form that searches compare: without accents, upper case and surrounding blanks. */
export function searchableText(text: string): string {
  const isAscii = /^[ -~]*$/.test(text);
  return (isAscii ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase().trim();
}

/** `1 job`, `3 jobs`; also of a number that is already formatted. */
export function counted(count: number | string, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === '1' ? one : many}`;
}
