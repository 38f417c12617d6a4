import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/app-error.ts';
import type { LeadQuery, Reports } from '../../domain/ports.ts';
import { BYTE_ORDER_MARK, type CsvDelimiter, csvRows, LEAD_CSV_COLUMNS, leadCsvRow } from '../../presentation/csv.ts';

/** Enough to keep the database busy, and few enough to hold in memory at a time. */
const PAGE_LEADS = 500;

export interface LeadExport {
  readonly query: Omit<LeadQuery, 'limit' | 'before'>;
  readonly delimiter: CsvDelimiter;
  /** Begin with the mark by which spreadsheets know UTF-8. */
  readonly byteOrderMark: boolean;
  /** Undefined: standard output. */
  readonly file: string | undefined;
  /** Called after each page with the number of leads so far. */
  readonly onProgress?: (leads: number) => void;
}

/**
 * Writes leads as CSV, newest first, page by page: memory stays the same whatever their number. A file appears when it
 * is whole, readable for its owner alone.
 *
 * @returns how many leads were written
 * @throws AppError `invalid_input` when the file cannot be written
 */
export async function exportLeads(reports: Reports, { file, ...format }: LeadExport): Promise<number> {
  const counter = { leads: 0 };
  const source = Readable.from(csvChunks(reports, format, counter));
  if (file === undefined) await pipeline(source, process.stdout, { end: false });
  else await writeWhole(source, file);
  return counter.leads;
}

async function* csvChunks(
  reports: Reports,
  { query, delimiter, byteOrderMark, onProgress }: Omit<LeadExport, 'file'>,
  counter: { leads: number },
) {
  yield (byteOrderMark ? BYTE_ORDER_MARK : '') + csvRows([LEAD_CSV_COLUMNS], delimiter);
  for (let before: string | null | undefined; before !== null; ) {
    const page = await reports.listLeads({ ...query, limit: PAGE_LEADS, ...(before === undefined ? {} : { before }) });
    counter.leads += page.items.length;
    onProgress?.(counter.leads);
    if (page.items.length > 0) yield csvRows(page.items.map(leadCsvRow), delimiter);
    before = page.nextCursor;
  }
}

async function writeWhole(source: Readable, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(source, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw notWritten(file, String(error.code), error);
  }
}

function notWritten(file: string, code: string, cause: Error): AppError {
  const message = { en: `The file ${file} cannot be written (${code}).`, pt: `Não foi possível gravar o arquivo ${file} (${code}).` };
  const hint = {
    en: 'Check the path, its permissions and the free space, or leave --output out to write to standard output.',
    pt: 'Confira o caminho, as permissões e o espaço livre, ou omita --output para gravar na saída padrão.',
  };
  return new AppError('invalid_input', message, { hint, cause });
}
