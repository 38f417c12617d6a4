import Table from 'cli-table3';
import { sayText, type Text } from '../base/language.ts';
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
  const kept = leaveOut(
    columns.map((column, index) => ({ column, width: natural.widths[index] ?? 0 })),
    width,
  );
  return draw(
    rows,
    kept.map(({ column }) => column),
    shrink(kept, width),
  ).text;
}

interface Sized<Row> {
  readonly column: Column<Row>;
  /** With the gap behind it. */
  readonly width: number;
}

/** Without the least important columns, so that the others fit at their narrowest. */
function leaveOut<Row>(columns: readonly Sized<Row>[], width: number): readonly Sized<Row>[] {
  if (lineWidth(columns.map(narrowest)) <= width) return columns;
  const priorities = columns.map(({ column }) => column.priority ?? Number.POSITIVE_INFINITY);
  const lowest = Math.min(...priorities);
  if (lowest === Number.POSITIVE_INFINITY) return columns;
  return leaveOut(columns.toSpliced(priorities.lastIndexOf(lowest), 1), width);
}

/** The widths at which the columns fit: the widest gives way first, columns that are kept whole only after all others. */
function shrink<Row>(columns: readonly Sized<Row>[], width: number): readonly number[] {
  const widths = columns.map((sized) => sized.width);
  const reduce = (floor: (sized: Sized<Row>) => number): void => {
    for (let excess = lineWidth(widths) - width; excess > 0; excess -= 1) {
      const room = columns.map((sized, index) => ((widths[index] ?? 0) > floor(sized) ? (widths[index] ?? 0) : 0));
      const widest = room.indexOf(Math.max(...room));
      if (room[widest] === 0) return;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  };
  reduce(narrowest);
  reduce(() => GAP + 1);
  return widths;
}

function narrowest<Row>({ column, width }: Sized<Row>): number {
  return column.whole === true ? width : Math.min(width, Math.max(column.atLeast ?? AT_LEAST, sayText(column.header).length) + GAP);
}

/** The gap behind the last column hangs over the edge and is trimmed. */
function lineWidth(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0) - GAP;
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
