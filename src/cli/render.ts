import Table from 'cli-table3';
import { printableLine } from '../base/text.ts';

export interface Column<Row> {
  readonly header: string;
  /** What stands in the row; null and undefined show as `-`. Any text is safe, it is made printable here. */
  readonly cell: (row: Row) => string | number | null | undefined;
  readonly align?: 'right';
  /** Never cut, however narrow the terminal is: ids, which people copy. */
  readonly whole?: true;
}

const GAP = 2;
const NARROWEST = 8;
const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/** Columns of the terminal on stdout; undefined when stdout is no terminal, and nothing is cut then. */
function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** A borderless table with a header row. Given a width, the widest columns are cut until it fits. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width = terminalWidth()): string {
  const cells = rows.map((row) => columns.map((column) => cellText(column.cell(row))));
  const natural = draw(cells, columns, []);
  if (width === undefined) return natural.text;
  const widths = fitted(natural.widths, columns, width);
  return draw(cells, columns, widths).text;
}

/** `name  value` lines with the values in one column. */
export function renderBlock(pairs: readonly (readonly [name: string, value: string | number | null | undefined])[]): string {
  const longest = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(longest)}  ${cellText(value)}`.trimEnd()).join('\n');
}

/** A moment for people, in the time zone of this machine: `2026-11-20 10:50:55`; `-` for none. */
export function renderTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/** Bytes for people, in powers of 1024: `812 B`, `4.0 KiB`, `1.2 GiB`. */
export function renderBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
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

function cellText(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '-' : printableLine(String(value));
}

function draw<Row>(
  cells: readonly (readonly string[])[],
  columns: readonly Column<Row>[],
  widths: readonly number[],
): { text: string; widths: readonly number[] } {
  const table = new Table({
    head: columns.map((column) => column.header),
    chars: BORDERLESS,
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: [...widths],
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
  });
  table.push(...cells.map((row) => [...row]));
  const text = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  // Drawing fills in the widths that were left open.
  return { text, widths: table.options.colWidths.map((columnWidth) => columnWidth ?? 0) };
}

function fitted<Row>(natural: readonly number[], columns: readonly Column<Row>[], width: number): readonly number[] {
  const widths = [...natural];
  const mayShrink = (index: number): boolean => columns[index]?.whole !== true && (widths[index] ?? 0) > NARROWEST + GAP;
  // The padding of the last column may hang over the edge: it is trimmed.
  for (let excess = sum(widths) - GAP - width; excess > 0; excess -= 1) {
    const candidates = widths.keys().filter(mayShrink).toArray();
    if (candidates.length === 0) break;
    const widest = candidates.reduce((best, index) => ((widths[index] ?? 0) > (widths[best] ?? 0) ? index : best));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
