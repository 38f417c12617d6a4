import { printableLine } from '../base/text.ts';

export { formatBytes as renderBytes } from '../base/bytes.ts';
export { counted } from '../base/text.ts';

/** Columns that a value needs before it is worth breaking it into lines. */
const NARROWEST_VALUE = 20;

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/** Columns of the terminal on stdout or stderr; undefined when it is no terminal, or one that does not tell, and nothing is cut then. */
export function terminalWidth({ isTTY, columns }: Terminal = process.stdout): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}

/** `name  value` lines with the values in one column, in which a long value goes on on a terminal. */
export function renderBlock(pairs: readonly (readonly [name: string, value: string | number | null | undefined])[]): string {
  const longest = Math.max(0, ...pairs.map(([name]) => name.length));
  const width = terminalWidth();
  const room = width === undefined || width < longest + 2 + NARROWEST_VALUE ? undefined : width - longest - 2;
  return pairs
    .flatMap(([name, value]) => {
      const [first = '', ...rest] = room === undefined ? [cellText(value)] : fittingLines(cellText(value), room);
      return [`${name.padEnd(longest)}  ${first}`.trimEnd(), ...rest.map((line) => `${' '.repeat(longest)}  ${line}`)];
    })
    .join('\n');
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

/**
 * Sentences as lines that fit the terminal, broken between words; elsewhere as they are. Lines keep their indent. A word that is
 * longer than the line, such as a path, stays whole: it is there to be copied.
 */
export function paragraph(text: string, terminal: Terminal = process.stdout): string {
  const width = terminalWidth(terminal);
  if (width === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => fittingLines(line, width))
    .join('\n');
}

function fittingLines(line: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const room = Math.max(1, width - indent.length);
  const parts = line.match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S+`, 'gu')) ?? [''];
  return parts.map((part) => (indent + part).trimEnd());
}

/** Indented JSON whose strings cannot drive a terminal: what JSON leaves bare of control and bidirectional characters is escaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
