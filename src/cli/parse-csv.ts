import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Why a line of a file cannot be taken. */
export interface LineProblem {
  readonly line: number;
  readonly problem: Translated<string>;
}

/** One row of a file, with the line it ends on. */
export interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Column to cell, without blanks around it. */
export type Cells = ReadonlyMap<string, string>;

/**
 * The rows of a CSV file that people made: UTF-8 with or without a byte order mark, `,` or `;`. Never throws.
 *
 * @param headerExample for who gives an empty file: `id,nome,cliente`
 */
export function parseCsv(bytes: Uint8Array, headerExample: string): { readonly records: readonly CsvRecord[] } | LineProblem {
  if (!isUtf8(bytes)) return { line: firstLineNotUtf8(bytes), problem: inEveryLanguage((m) => m.cli.csv.notUtf8) };
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return { line: 1, problem: inEveryLanguage((m) => m.cli.csv.theFileEmptyMust({ headerExample })) };
  const delimiter = delimiterOf(text);
  const options = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true };
  try {
    // With `info`, records are objects; the declaration of csv-parse does not know that.
    return { records: parse(text, options) as unknown as CsvRecord[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { line, problem: inEveryLanguage((m) => m.cli.csv.theLineCannotRead({ code: error.code })) };
  }
}

/** A row by the columns of the header; cells that are missing are empty. */
export function cellsOf(record: readonly string[], columns: readonly string[]): Cells {
  return new Map(columns.map((column, index) => [column, (record[index] ?? '').trim()]));
}

/** The problem of a row that has more or fewer cells than the header. */
export function countProblem(record: readonly string[], columns: readonly string[], line: number): readonly LineProblem[] {
  return record.length === columns.length ? [] : [{ line, problem: wrongCount(record.length, columns.length) }];
}

/** What is said of a row with so many cells, where the header has others. */
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
