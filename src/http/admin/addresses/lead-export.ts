import { z } from 'zod';
import { refuseUnknownFields } from '../contract/form-fields.ts';
import { readValues, word } from '../contract/values.ts';
import { addressOf } from './list-address.ts';
import { type LeadFilter, leadList } from './lists.ts';

export const LEAD_EXPORT_PATH = `${leadList.path}/exportar`;

/** How an export looks: for spreadsheets with a byte order mark and `;`, or plain with `,`. */
const CSV_FORMATS = ['simples', 'planilha'] as const;
type CsvFormat = (typeof CSV_FORMATS)[number];

export const leadExportValues = z.object({
  ...leadList.shape,
  formato: word(CSV_FORMATS, '`planilha`: for spreadsheets, with a byte order mark and `;`. Left out or `simples`: UTF-8 with `,`.'),
});

/**
 * Reads what an export is asked to hold: with a misspelled filter it would hold everybody.
 * @throws AppError invalid_input that names each wrong value, or the fields there are
 */
export function readLeadExport(query: URLSearchParams): { readonly filter: LeadFilter; readonly format: CsvFormat } {
  refuseUnknownFields(query, leadExportValues.shape);
  const { formato = 'simples' } = readValues(leadExportValues, query);
  return { filter: leadList.read(query), format: formato };
}

/** The address of the export of all leads of this filter. */
export function leadExportPath(filter: LeadFilter, format: CsvFormat): string {
  return addressOf(LEAD_EXPORT_PATH, { ...leadList.write(filter), formato: format });
}
