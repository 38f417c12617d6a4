import { formatBytes } from '../base/bytes.ts';
import { printableLine } from '../base/text.ts';
import { say } from '../messages/messages.ts';

export { counted } from '../base/text.ts';

/** The minimum width for wrapping a value. */
const NARROWEST_VALUE = 20;

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/** The width of the terminal on stdout or stderr; `undefined` if it is not a terminal or does not report its width: then nothing is cut. */
export function terminalWidth({ isTTY, columns }: Terminal = process.stdout): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}

/** Bytes in the language of the person. */
export function renderBytes(bytes: number): string {
  return formatBytes(
    bytes,
    say((m) => m.labels.locale),
  );
}

/** `name  value` lines with the values aligned in one column; on a terminal a long value is wrapped within it. */
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

/** A value on one line, without control characters; `-` if none. */
export function cellText(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '-' : printableLine(String(value));
}

/** The text in lines of at most `width` characters, broken between words; a longer word is broken at the end of the line. */
export function wrapText(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  const lines = text.match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S{${room}}`, 'gu')) ?? [];
  return lines.map((line) => line.trimEnd());
}

/**
 * Wraps sentences to the terminal between words; elsewhere returns them unchanged. Lines keep their indent. A word longer than the line,
 * such as a path, stays whole so that it can be copied.
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

/** Indented JSON with terminal-safe strings: escapes the control and bidirectional characters that JSON leaves unescaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
