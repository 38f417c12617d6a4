import { z } from 'zod';
import { ORIGINS } from '../../../domain/origin.ts';
import type { LeadQuery } from '../../../domain/report-ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import { refuseUnknownFields } from '../contract/form-fields.ts';
import { id, leadCursor, limit, readValues, text, time, word } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

export type LeadFilter = Omit<LeadQuery, 'before' | 'limit'>;

const filterValues = {
  origem: word(ORIGINS, 'Only from this origin.'),
  cliente: id('Only of the client with this id.'),
  campanha: text('Only of the campaign with this id.'),
  desde: time('Submitted at or after.'),
  ate: time('Submitted before.'),
  teste: word(['0', '1'], '1: only test leads of the platforms, 0: none of them; both when left out.'),
  busca: text('The exact id or identity; or words of name, e-mail, phone and click ids, all of them, the last one perhaps only begun.'),
};

export const leadListValues = z.object({ ...filterValues, antes: leadCursor(), limite: limit() });

/** How an export looks: for spreadsheets with a byte order mark and `;`, or plain with `,`. */
const CSV_FORMATS = ['simples', 'planilha'] as const;
type CsvFormat = (typeof CSV_FORMATS)[number];

export const leadExportValues = z.object({
  ...filterValues,
  formato: word(CSV_FORMATS, '`planilha`: for spreadsheets, with a byte order mark and `;`. Left out or `simples`: UTF-8 with `,`.'),
});

/**
 * Reads filter and page of the list of leads from its address.
 * @throws AppError invalid_input that names each wrong value
 */
export function readLeadList(query: URLSearchParams): { readonly filter: LeadFilter; readonly query: LeadQuery } {
  const { antes, limite, ...values } = readValues(leadListValues, query);
  const filter = toFilter(values);
  return { filter, query: { ...filter, ...withoutUndefined({ before: antes }), limit: limite } };
}

/**
 * Reads what an export is asked to hold: with a misspelled filter it would hold everybody.
 * @throws AppError invalid_input that names each wrong value, or the fields there are
 */
export function readLeadExport(query: URLSearchParams): { readonly filter: LeadFilter; readonly format: CsvFormat } {
  refuseUnknownFields(query, leadExportValues.shape);
  const { formato, ...values } = readValues(leadExportValues, query);
  return { filter: toFilter(values), format: formato ?? 'simples' };
}

function toFilter(values: Omit<z.output<typeof leadExportValues>, 'formato'>): LeadFilter {
  const { origem, cliente, campanha, desde, ate, teste, busca } = values;
  return withoutUndefined({
    origin: origem,
    clientId: cliente,
    campaignId: campanha,
    since: desde,
    until: ate,
    isTest: teste === undefined ? undefined : teste === '1',
    text: busca,
  });
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function leadListPath(filter: LeadFilter, before?: string): string {
  return addressOf('/admin/leads', { ...toValues(filter), antes: before });
}

/** The address of the export of all leads of this filter. */
export function leadExportPath(filter: LeadFilter, format: CsvFormat): string {
  return addressOf('/admin/leads/exportar', { ...toValues(filter), formato: format });
}

function toValues({ origin, clientId, campaignId, since, until, isTest, text: searched }: LeadFilter): Record<string, string | undefined> {
  return {
    origem: origin,
    cliente: clientId,
    campanha: campaignId,
    desde: since === undefined ? undefined : isoTime(since),
    ate: until === undefined ? undefined : isoTime(until),
    teste: testWord(isTest),
    busca: searched,
  };
}

/** `teste` as the address says it. */
export function testWord(isTest: boolean | undefined): '0' | '1' | undefined {
  if (isTest === undefined) return undefined;
  return isTest ? '1' : '0';
}
