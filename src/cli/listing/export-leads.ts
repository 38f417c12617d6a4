import type { Reports } from '../../domain/report-ports.ts';
import { type LeadCsv, leadCsvChunks } from '../../presentation/lead-csv.ts';
import { writeExport } from './write-export.ts';

export interface LeadExport extends LeadCsv {
  /** Undefined: standard output. */
  readonly file: string | undefined;
}

/**
 * Writes leads as CSV, newest first, page by page: memory stays the same whatever their number.
 *
 * @returns how many leads were written
 * @throws AppError `invalid_input` when the file cannot be written
 */
export async function exportLeads(reports: Reports, { file, ...format }: LeadExport): Promise<number> {
  let written = 0;
  const onProgress = (leads: number): void => {
    written = leads;
    format.onProgress?.(leads);
  };
  await writeExport(leadCsvChunks(reports, { ...format, onProgress }), file);
  return written;
}
