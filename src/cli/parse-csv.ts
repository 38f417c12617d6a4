import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Why a line of a file is invalid. */
export interface LineProblem {
  readonly line: number;
  readonly problem: Translated<string>;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Column to cell, trimmed. */
export type Cells = ReadonlyMap<string, string>;

/** One row of a file, with its last line. Missing cells are empty; `problems`: it has more or fewer cells than the header. */
interface CsvRow {
  readonly line: number;
  readonly cells: Cells;
  readonly problems: readonly LineProblem[];
}

/** The columns of a file, in any order. */
interface CsvColumns {
  /** Shown for an empty file: `id,nome,cliente`. */
  readonly example: string;
  /** Column → accepted header names. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Returns the required columns that are missing from these. */
  missing(columns: readonly (string | undefined)[]): readonly Translated<string>[];
}

/** The rows of a CSV file by the columns of its header, or the problem of the whole file. Never throws. */
export function readCsv(
  bytes: Uint8Array,
  columns: CsvColumns,
): { readonly rows: readonly CsvRow[] } | { readonly unusable: LineProblem[] } {
  const parsed = parseCsv(bytes, columns.example);
  if ('problem' in parsed) return { unusable: [parsed] };
  const [header, ...records] = parsed.records;
  const typed = header?.record.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = typed.map((name) => Object.keys(columns.names).find((column) => columns.names[column]?.includes(name)));
  const unusable = headerProblems(typed, named, columns).map((problem) => ({ line: header?.info.lines ?? 1, problem }));
  if (unusable.length > 0) return { unusable };
  const rows = records.map(({ record, info: { lines: line } }) => ({
    line,
    cells: new Map(named.map((column, index) => [column ?? '', (record[index] ?? '').trim()])),
    problems: record.length === named.length ? [] : [{ line, problem: wrongCount(record.length, named.length) }],
  }));
  return { rows };
}

function headerProblems(
  typed: readonly string[],
  named: readonly (string | undefined)[],
  { names, missing }: CsvColumns,
): readonly Translated<string>[] {
  const known = Object.values(names).flat().join(', ');
  const unknown = typed.filter((_name, index) => named[index] === undefined);
  const twice = typed.filter((_name, index) => named[index] !== undefined && named.indexOf(named[index]) !== index);
  return [
    ...missing(named),
    ...unknown.map((name) => inEveryLanguage((m) => m.cli.csv.unknownColumn({ name, known }))),
    ...twice.map((name) => inEveryLanguage((m) => m.cli.csv.repeatedColumn({ name }))),
  ];
}

/** The rows of a CSV file made by people: UTF-8 with or without a byte order mark, `,` or `;`. Never throws. */
function parseCsv(bytes: Uint8Array, headerExample: string): { readonly records: readonly CsvRecord[] } | LineProblem {
  if (!isUtf8(bytes)) return { line: firstLineNotUtf8(bytes), problem: inEveryLanguage((m) => m.cli.csv.notUtf8) };
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return { line: 1, problem: inEveryLanguage((m) => m.cli.csv.emptyFile({ headerExample })) };
  const delimiter = delimiterOf(text);
  const options = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true };
  try {
    // With `info`, records are objects; the types of csv-parse do not cover that.
    return { records: parse(text, options) as unknown as CsvRecord[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { line, problem: inEveryLanguage((m) => m.cli.csv.unreadableLine({ code: error.code })) };
  }
}

/** The problem of a row whose number of cells differs from the header. */
export function wrongCount(cells: number, expected: number): Translated<string> {
  return inEveryLanguage((m) => m.cli.csv.hasCellsHeader({ cells, expected }));
}

function firstLineNotUtf8(bytes: Uint8Array): number {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
}

function delimiterOf(text: string): ',' | ';' {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  return header.includes(';') ? ';' : ',';
}
