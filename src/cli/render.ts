import { printableLine } from '../base/text.ts';

export { formatBytes as renderBytes } from '../base/bytes.ts';

/** Columns of the terminal on stdout; undefined when stdout is no terminal, or one that does not tell, and nothing is cut then. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : undefined;
}

/** `name  value` lines with the values in one column. */
export function renderBlock(pairs: readonly (readonly [name: string, value: string | number | null | undefined])[]): string {
  const longest = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(longest)}  ${cellText(value)}`.trimEnd()).join('\n');
}

/** A value on one line that cannot drive a terminal; `-` for none. */
export function cellText(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '-' : printableLine(String(value));
}

/** The text in lines of at most `width` characters, broken between words; a word that is longer is broken where the line ends. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines = text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'gu')) ?? [];
  return lines.map((line) => line.trimEnd());
}

/** Sentences as lines that fit the terminal, broken between words; elsewhere as they are. */
export function paragraph(text: string): string {
  const width = terminalWidth();
  return width === undefined ? text : wrapText(text, width).join('\n');
}

/** `1 job`, `3 jobs`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Indented JSON whose strings cannot drive a terminal: what JSON leaves bare of control and bidirectional characters is escaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
