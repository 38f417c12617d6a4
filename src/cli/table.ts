import Table from 'cli-table3';
import { fitColumns } from '../base/fit-columns.ts';
import type { Text } from '../base/language.ts';
import { sayText } from '../messages/messages.ts';
import { cellText, terminalWidth, wrapText } from './render.ts';

export interface Column<Row> {
  readonly header: Text;
  /** What stands in the row; null and undefined show as `-`. Any text is safe, it is made printable here. */
  readonly cell: (row: Row) => string | number | null | undefined;
  readonly align?: 'right';
  /** Cut only when nothing else is left to cut: ids and times, which people copy. */
  readonly whole?: true;
  /** Cut down to this many characters, instead of 12. */
  readonly atLeast?: number;
  /** Continued on further lines instead of being cut: sentences. */
  readonly wraps?: true;
  /** Where the table does not fit, the column with the lowest priority is left out first. Left out: it always stays. */
  readonly priority?: number;
}

const GAP = 2;
/** A column is cut down to this many characters; below it, columns that have a priority are left out. */
const AT_LEAST = 12;
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

/** A borderless table with a header row. Given a width, columns are left out and cut until it fits. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width = terminalWidth()): string {
  const natural = draw(rows, columns, []);
  if (width === undefined) return natural.text;
  const kept = fitColumns(
    columns.map((column, index) => sized(column, (natural.widths[index] ?? GAP) - GAP)),
    width,
    GAP,
  );
  // What people copy is cut only when nothing else is left to cut.
  const squeezed = fitColumns(
    kept.map((column) => ({ ...column, narrowest: 1, priority: undefined })),
    width,
    GAP,
  );
  return draw(
    rows,
    squeezed.map(({ column }) => column),
    squeezed.map((one) => one.width + GAP),
  ).text;
}

function sized<Row>(column: Column<Row>, width: number) {
  const narrowest = column.whole === true ? width : Math.min(width, Math.max(column.atLeast ?? AT_LEAST, sayText(column.header).length));
  return { column, width, narrowest, priority: column.priority };
}

function draw<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  widths: readonly number[],
): { text: string; widths: readonly number[] } {
  const table = new Table({
    head: columns.map((column) => sayText(column.header)),
    chars: BORDERLESS,
    colAligns: columns.map((column) => column.align ?? 'left'),
    colWidths: [...widths],
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => columns.map((column, index) => content(row, column, widths[index]))));
  const text = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  // Drawing fills in the widths that were left open.
  return { text, widths: table.options.colWidths.map((width) => width ?? 0) };
}

function content<Row>(row: Row, column: Column<Row>, width: number | undefined): string {
  const text = cellText(column.cell(row));
  return column.wraps === true && width !== undefined ? wrapText(text, width - GAP).join('\n') : text;
}
