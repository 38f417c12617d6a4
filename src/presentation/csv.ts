/** Leads as CSV: the field names of `leadRecord`, one line per lead, and no cell that a spreadsheet would run as a formula. */
import { stringify } from 'csv-stringify/sync';
import { type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import type { LeadView } from '../domain/lead.ts';
import { leadRecord } from './lead-record.ts';
import type { Visibility } from './record.ts';

export type CsvDelimiter = ',' | ';';

/** Spreadsheets recognize UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The columns of a lead export: the fields of `leadRecord`, in order. */
export const LEAD_CSV_COLUMNS: readonly string[] = Object.keys(leadRecord.fields);

const LEAD_FIELDS = Object.values(leadRecord.fields);
const SHOWN: Visibility = { reveal: true };

// Characters that start a formula, including the full-width and small forms that some spreadsheets treat the same.
const FORMULA_SIGN = '=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20';
// Matches everything it has scanned, so that a cell of a million blanks is scanned once.
const CELL_START = new RegExp(`(^[;\\t\\r\\n]?|[;\\t\\r\\n])([[\\s\\p{C}"]--[\\t\\r\\n]]*)([${FORMULA_SIGN}]?)`, 'gv');

/**
 * The text as a cell that no spreadsheet runs: prefixes `'` to a cell that starts with a formula character, ignoring blanks and invisible
 * characters, and to every such character that would start a cell for a reader with another delimiter (after `;`, tab or a line break
 * inside the text). Phone numbers in E.164 start with `+` and are prefixed too. Source of the rule: OWASP, "CSV Injection".
 */
export function safeCell(text: string): string {
  const guarded = text.replace(CELL_START, (match: string, before: string, blanks: string, sign: string) =>
    sign === '' ? match : `${before}'${blanks}${sign}`,
  );
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** Rows as CSV text (RFC 4180: CRLF, doubled quotes); every cell is made safe first. */
export function csvRows(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): string {
  const safe = rows.map((row) => row.map(safeCell));
  return stringify(safe, { delimiter, record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/ });
}

/** The cells of one lead, with personal data, in the order of `LEAD_CSV_COLUMNS`. Lists and objects become JSON text. */
export function leadCsvRow(lead: LeadView): readonly string[] {
  return LEAD_FIELDS.map(({ emit }) => cellText(emit(lead, SHOWN)));
}

function cellText(value: JsonValue): string {
  if (value === null) return '';
  const scalar = scalarText(value);
  if (scalar !== undefined) return scalar;
  return Object.keys(value).length === 0 ? '' : writeJson(value);
}
