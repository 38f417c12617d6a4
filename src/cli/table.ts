import Table from 'cli-table3';
import { fitColumns } from '../base/fit-columns.ts';
import { type Sentence, say } from '../messages/messages.ts';
import { type ColumnName, columnTitle } from '../presentation/column-title.ts';
import { storedWordLabel } from '../presentation/labels.ts';
import type { Beside, Fields, Look, RecordKind } from '../presentation/record.ts';
import type { BaseCommand } from './base-command.ts';
import { clockTime, offsetMinutes, offsetText } from './local-time.ts';
import { cellText, terminalWidth, wrapText } from './render.ts';

/** A name in the catalogue, or a text that is the same in every language. */
type Header = ColumnName | Uppercase<string>;

export interface Column<Row> {
  readonly header: Header;
  /** The cell's value; a time in UTC ms; `null` and `undefined` are shown as `-`. Any text is safe, because it is made printable here. */
  readonly cell: (row: Row) => string | number | null | undefined;
  /** People copy words (ids, codes) and times: they are cut only if nothing else can be. Default: a text. */
  readonly look?: Look;
  /** The column is cut to no less than this many characters, instead of 12. */
  readonly atLeast?: number;
  /** Wrapped instead of cut: for sentences. */
  readonly wraps?: true;
  /** If the table does not fit, the column with the lowest priority is dropped first. Omitted: never dropped. */
  readonly priority?: number;
}

/** A field of a record as a column with a header. */
type FieldColumn<All> = readonly [field: keyof All & string, header: Header, priority?: number];

/** Columns for the fields of a record; the field determines how its values look. Columns only for people may be mixed in. */
export function recordColumns<From, Context, All extends Fields<From, Context>>(
  { fields }: RecordKind<From, Context, All>,
  columns: readonly (FieldColumn<All> | Column<From>)[],
  ...[context]: Beside<Context>
): readonly Column<From>[] {
  return columns.map((column) => {
    if ('header' in column) return column;
    const [name, header, priority] = column;
    const { kind, emit } = fields[name] as All[string];
    const cell = (row: From) => shown(emit(row, context as Context), kind.look, name);
    return { header, cell, look: kind.look, ...(priority === undefined ? {} : { priority }) };
  });
}

/** The JSON value of a field as a cell. */
function shown(json: unknown, look: Look, field: string): string | number | null {
  if (json === null || json === undefined || json === false) return null;
  if (json === true) return say((m) => m.labels.yes);
  if (look === 'time') return Date.parse(json as string);
  if (typeof json === 'string') return say((m) => storedWordLabel(m, field, json));
  return look === 'list' ? (json as readonly unknown[]).length : (json as string | number);
}

const GAP = 2;
/** The minimum width of a column, in characters; after that, columns with a priority are dropped. */
const AT_LEAST = 12;
/** Every part of the border that cli-table3 would draw. */
const BORDERLESS = Object.fromEntries(Object.keys(new Table().options.chars).map((part) => [part, '']));

/** A borderless table with a header row. Given a width, columns are dropped and cut until it fits. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width = terminalWidth()): string {
  const natural = draw(rows, columns, []);
  if (width === undefined) return natural.text;
  const kept = fitColumns(
    columns.map((column, index) => sized(column, (natural.widths[index] ?? GAP) - GAP)),
    width,
    GAP,
  );
  // Cuts what people copy only if nothing else can be cut.
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

/** Prints a list or why it is empty; below a page that is not the last, how to see more. */
export function showList<Row>(
  command: Pick<BaseCommand, 'log' | 'remark'>,
  { items, nextCursor = null }: { readonly items: readonly Row[]; readonly nextCursor?: string | null },
  columns: readonly Column<Row>[],
  none: Sentence = (m) => m.labels.nothingFound,
): void {
  if (items.length === 0) command.remark(none);
  else command.log(renderTable(items, columns));
  if (nextCursor !== null) command.remark((m) => m.cli.listing.more({ nextCursor }));
}

function sized<Row>(column: Column<Row>, width: number) {
  const isWhole = column.look === 'word' || column.look === 'time';
  const narrowest = isWhole ? width : Math.min(width, Math.max(column.atLeast ?? AT_LEAST, headerText(column).length));
  return { column, width, narrowest, priority: column.priority };
}

/** Only the header shows the time zone. */
function headerText<Row>({ header, look }: Column<Row>): string {
  const text = columnTitle(
    say((m) => m),
    header as ColumnName,
  );
  return look === 'time' ? `${text} (${offsetText(offsetMinutes(Date.now()))})` : text;
}

function draw<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  widths: readonly number[],
): { text: string; widths: readonly number[] } {
  const table = new Table({
    head: columns.map(headerText),
    chars: BORDERLESS,
    colAligns: columns.map(({ look }) => (look === 'number' || look === 'list' ? 'right' : 'left')),
    colWidths: [...widths],
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => columns.map((column, index) => content(row, column, widths[index]))));
  const text = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  // Drawing sets the widths that were left open.
  return { text, widths: table.options.colWidths.map((width) => width ?? 0) };
}

function content<Row>(row: Row, { cell, look, wraps }: Column<Row>, width: number | undefined): string {
  const value = cell(row);
  // All rows use the current offset, including those before a clock change, so that no row can be misread.
  const text = cellText(look === 'time' && typeof value === 'number' ? clockTime(value, offsetMinutes(Date.now())) : value);
  return wraps === true && width !== undefined ? wrapText(text, width - GAP).join('\n') : text;
}
