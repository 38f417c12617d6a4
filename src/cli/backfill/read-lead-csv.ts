import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { SearchLeadRow } from '../../app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { readClickId } from '../../domain/click-id.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import { type LineProblem, wrongCount } from '../parse-csv.ts';
import { type DayOrder, decideDayOrder, type OrderDecision, type TimeCell } from './day-order.ts';
import { type LeadColumn, leadColumns } from './lead-columns.ts';
import { readWrittenTime, type SubmitTime, submitTime } from './written-time.ts';

/** An export of leads: the rows that can be imported, the lines that cannot, and how the file was read. */
export interface LeadCsv {
  readonly rows: readonly SearchLeadRow[];
  readonly problems: readonly LineProblem[];
  /** Without a field the header is a question, and the column contains the answers. */
  readonly columns: readonly { readonly header: string; readonly field: LeadColumn | undefined }[];
  readonly times: ReadTimes;
}

/** The times of the file, including unreadable ones, and how they were read. */
export interface ReadTimes {
  readonly decision: OrderDecision;
  readonly timeZone: string;
  readonly cells: readonly (TimeCell & SubmitTime)[];
}

/** The operator's options for reading the times. */
export interface TimeOptions {
  /** For times without a zone, IANA. */
  readonly timeZone: string;
  readonly order?: DayOrder | undefined;
  /** UTC ms. */
  readonly now: number;
}

/** Above the header the platform may write the name and period of the report. */
const MOST_PREAMBLE_LINES = 30;
const DELIMITERS = ['\t', ';', ','] as const;
/** A line with fewer known columns is not a header. */
const FEWEST_KNOWN = 2;

interface Header {
  readonly delimiter: string;
  readonly cells: readonly string[];
  /** Number of lines above it. */
  readonly above: number;
}

/**
 * Reads the lead export of Google Ads: English, Portuguese or Spanish headers in any order, separated by comma, semicolon or tab. An
 * unknown column contains answers to the question in its header.
 *
 * @throws AppError `invalid_input` if the file is not such an export, or if its dates are ambiguous
 */
export function readLeadCsv(bytes: Uint8Array, options: TimeOptions): LeadCsv {
  const lines = decodeExport(bytes).split(/\r\n|\n|\r/);
  const header = findHeader(lines);
  if (header === undefined) throw appError('invalid_input', (m) => m.cli.backfill.noHeader);
  const columns = leadColumns(header.cells);
  const problems: LineProblem[] = [];
  const records = parseRecords(lines, header, problems);
  const times = readTimes(records, header.cells, columns, options);
  const timeOf = new Map(times.cells.map((cell) => [cell.line, cell]));
  const rows = records.flatMap(({ record, line }) => {
    const row = readRow(record, header.cells, columns, timeOf.get(line));
    if ('payload' in row) return [{ ...row, line }];
    problems.push({ line, problem: row });
    return [];
  });
  const named = header.cells.map((cell, index) => ({ header: cell, field: columns[index] }));
  return { rows, problems: problems.toSorted((a, b) => a.line - b.line), columns: named, times };
}

/** The times of all rows, read in the same way. If a row has several times, the last non-empty one counts. */
function readTimes(records: readonly ParsedLine[], header: readonly string[], columns: Columns, options: TimeOptions): ReadTimes {
  const { timeZone } = options;
  const places = columns.flatMap((column, index) => (column?.key === 'lead_submit_time' ? [index] : []));
  const cells = records.flatMap(({ record, line }) => {
    const text = record.length === header.length ? places.map((place) => record[place] ?? '').findLast((cell) => cell !== '') : undefined;
    return text === undefined ? [] : [{ line, text, written: readWrittenTime(text) }];
  });
  const names = places.map((place) => header[place] ?? '');
  const suggestsDayFirst = places.length > 0 && places.every((place) => columns[place]?.suggestsDayFirst === true);
  const decision = decideDayOrder(cells, {
    given: options.order,
    header: { text: names.join('", "'), suggestsDayFirst },
    now: options.now,
  });
  return { decision, timeZone, cells: cells.map((cell) => ({ ...cell, ...submitTime(cell.text, decision.order, timeZone) })) };
}

function findHeader(lines: readonly string[]): Header | undefined {
  for (const [above, line] of lines.slice(0, MOST_PREAMBLE_LINES).entries()) {
    const candidates = DELIMITERS.map((delimiter) => ({ delimiter, cells: cellsOf(line, delimiter), above }));
    const best = candidates.find(({ cells }) => leadColumns(cells).filter((column) => column !== undefined).length >= FEWEST_KNOWN);
    if (best !== undefined) return best;
  }
  return undefined;
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  const [cells = []] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
  return cells.map((cell) => cell.trim());
}

interface ParsedLine {
  readonly record: readonly string[];
  readonly line: number;
}

/** An unclosed quotation mark would include all following lines in its cell: its line is reported, and reading continues after it. */
function parseRecords(lines: readonly string[], { delimiter, above }: Header, problems: LineProblem[]): readonly ParsedLine[] {
  const records: ParsedLine[] = [];
  let from = above + 1;
  for (;;) {
    const begun = from;
    let read = 0;
    const keep = (record: string[], context: { readonly lines: number }): null => {
      read = context.lines;
      records.push({ record: record.map(plainCell), line: begun + read });
      return null;
    };
    try {
      parse(lines.slice(from).join('\n'), { delimiter, ...RELAXED, on_record: keep });
      return records;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      from += read;
      while (lines[from]?.trim() === '') from += 1;
      from += 1;
      problems.push({ line: from, problem: inEveryLanguage((m) => m.cli.backfill.notCsv) });
    }
  }
}

const RELAXED = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true };

/** Spreadsheets write `="…"` around digits that must stay text. */
function plainCell(cell: string): string {
  return (/^="(.*)"$/s.exec(cell.trim())?.[1] ?? cell).trim();
}

type Columns = ReturnType<typeof leadColumns>;
type Row = Omit<SearchLeadRow, 'line'>;

function readRow(
  cells: readonly string[],
  header: readonly string[],
  columns: Columns,
  time: SubmitTime | undefined,
): Row | Translated<string> {
  if (cells.length !== header.length) return wrongCount(cells.length, header.length);
  const marks: Record<string, string | boolean> = {};
  const answers: JsonObject[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    const name = header[index] ?? '';
    if (cell === '') continue;
    if (isRounded(column, cell)) return inEveryLanguage((m) => m.cli.backfill.roundedId({ name }));
    if (column?.kind === 'mark') marks[column.key] = column.key === 'is_test' ? /^(true|yes|sim|1|verdadeiro)$/i.test(cell) : cell;
    else answers.push({ column_id: column?.key ?? name, column_name: name, string_value: cell });
  }
  const leadId = textOf(marks['lead_id']);
  if (leadId !== null && leadIdText(leadId) === undefined) return inEveryLanguage((m) => m.cli.backfill.noLeadId);
  const clickId = readClickId(marks['gcl_id'] ?? null) ?? null;
  if (answers.length === 0 && leadId === null && clickId === null) return inEveryLanguage((m) => m.cli.backfill.holdsNothingLead);
  const submitted = time === undefined ? {} : { lead_submit_time: time.stored };
  const hasUnreadableTime = time !== undefined && time.at === undefined;
  return { leadId, clickId, hasUnreadableTime, payload: { ...marks, ...submitted, user_column_data: answers } };
}

function textOf(value: string | boolean | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Ids and phone numbers that a spreadsheet has rounded: `1.23457E+15`. */
function isRounded(column: LeadColumn | undefined, cell: string): boolean {
  const holdsDigits = column !== undefined && /_id$|PHONE/.test(column.key);
  return holdsDigits && /^\d([.,]\d+)?E\+\d+$/i.test(cell);
}

/**
 * The text of an export: UTF-8 with or without a byte order mark, or the UTF-16 that Google Ads writes for spreadsheets.
 *
 * @throws AppError `invalid_input` for any other encoding
 */
function decodeExport(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (looksLikeUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw appError('invalid_input', (m) => m.cli.backfill.unknownEncoding);
}

/** UTF-16 without a byte order mark: every second byte is 0. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const odd = bytes.subarray(0, 200).filter((_byte, index) => index % 2 === 1);
  return odd.length >= 4 && odd.filter((byte) => byte === 0).length > odd.length * 0.7;
}
