import type { LeadQuery, Reports } from '../domain/report-ports.ts';
import { BYTE_ORDER_MARK, type CsvDelimiter, csvRows, LEAD_CSV_COLUMNS, leadCsvRow } from './csv.ts';

/** Large enough to keep the database busy, small enough to hold in memory. */
const PAGE_LEADS = 500;

export interface LeadCsv {
  readonly query: Omit<LeadQuery, 'limit' | 'before'>;
  readonly delimiter: CsvDelimiter;
  /** Start with the byte order mark, by which spreadsheets recognize UTF-8. */
  readonly byteOrderMark: boolean;
  /** Called after each page with the number of leads so far. */
  readonly onProgress?: (leads: number) => void;
}

/** Leads as CSV, newest first, with personal data, page by page: the next page is read on demand. */
export async function* leadCsvChunks(
  reports: Pick<Reports, 'listLeads'>,
  { query, delimiter, byteOrderMark, onProgress }: LeadCsv,
): AsyncGenerator<string, void> {
  yield (byteOrderMark ? BYTE_ORDER_MARK : '') + csvRows([LEAD_CSV_COLUMNS], delimiter);
  let leads = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const page = await reports.listLeads({ ...query, limit: PAGE_LEADS, ...(before === undefined ? {} : { before }) });
    leads += page.items.length;
    onProgress?.(leads);
    if (page.items.length > 0) yield csvRows(page.items.map(leadCsvRow), delimiter);
    before = page.nextCursor;
  }
}
