import { z } from 'zod';
import { CONVERSION_STATES, PLATFORMS } from '../../../domain/conversion.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { ActivityQuery, ConversionQuery, LeadQuery, RefusedFilter } from '../../../domain/report-ports.ts';
import { id, leadCursor, mark, readValues, refuseUnknownFields, text, time, word, yesOrNo } from '../requests/values.ts';
import { choice, errorCode, field, filteredList } from './filtered-list.ts';
import { addressOf } from './paths.ts';

export type LeadFilter = Omit<LeadQuery, 'before' | 'limit'>;

export const leadList = filteredList<LeadFilter>()(
  '/admin/leads',
  {
    busca: [
      'text',
      text(
        'An exact ID or identity, or words of the name, email, phone and click IDs. All words must match; the last one can be incomplete.',
      ),
      ({ labels, web }) => ({ label: labels.fields.search, isPersonal: true, hint: web.filter.searchHint }),
    ],
    origem: ['origin', word(ORIGINS, 'The source.'), choice('source', 'origins')],
    cliente: ['clientId', id('Client ID.'), field('client')],
    campanha: ['campaignId', text('Campaign ID.'), field('campaignId')],
    desde: ['since', time('Submitted at or after.'), field('from')],
    ate: ['until', time('Submitted before.'), field('until')],
    teste: [
      'isTest',
      yesOrNo('1: only test leads; 0: no test leads. Default: both.'),
      ({ web: { leads } }) => ({ label: leads.test, any: leads.tests.also, options: { 0: leads.tests.without, 1: leads.tests.only } }),
    ],
  },
  leadCursor(),
);

export type ConversionFilter = Omit<ConversionQuery, 'before' | 'limit'>;

export const conversionList = filteredList<ConversionFilter>()('/admin/conversoes', {
  estado: ['state', word(CONVERSION_STATES, 'The state.'), choice('state', 'conversionStates')],
  plataforma: ['platform', word(PLATFORMS, 'The platform it is reported to.'), choice('platform', 'origins')],
  erro_codigo: ['errorCode', text('The error code: why it was rejected, or why the last try failed.'), errorCode],
  cliente: ['clientId', id('Client ID.'), field('client')],
  lead: ['leadId', id('Lead ID.'), field('leadId')],
  desde: ['since', time('Recorded at or after.'), field('from')],
  ate: ['until', time('Recorded before.'), field('until')],
});

export type ActivityFilter = Omit<ActivityQuery, 'targets' | 'before' | 'limit'>;

export const activityList = filteredList<ActivityFilter>()('/admin/atividade', {
  acao: ['action', text('The exact action, such as `repetir`.'), ({ web }) => web.activity.what],
  quem: ['operator', text('The exact operator, such as `cli:user`.'), ({ labels }) => labels.fields.operator],
  desde: ['since', time('At or after this date or time.'), field('from')],
  ate: ['until', time('Before this date or time.'), field('until')],
});

export const refusedList = filteredList<RefusedFilter>()('/admin/recusadas', {
  busca: [
    'text',
    text('Words of the body, or an ID. All words must match; the last one can be incomplete. Requires an operator token.'),
    ({ labels, web }) => ({ label: labels.fields.search, isPersonal: true, hint: web.filter.searchHint }),
  ],
  codigo: ['code', text('The error code, such as `signature_invalid`.'), ({ web }) => web.refused.cause],
  origem: ['origin', word(ORIGINS, 'Source.'), choice('source', 'origins')],
  situacao: [
    'open',
    mark('aberta', '`aberta`: only requests that were signed and that can still be replayed.'),
    ({ labels, web }) => ({ label: labels.fields.replayed, options: { aberta: web.refused.open } }),
  ],
  campanha: ['campaignId', text('ID of the campaign that the body names, directly or by a linked ID.'), field('campaignId')],
  desde: ['since', time('Refused at or after this date or time.'), field('from')],
  ate: ['until', time('Refused before this date or time.'), field('until')],
});

export const LEAD_EXPORT_PATH = `${leadList.path}/exportar`;

/** Formats of an export: with a byte order mark and `;` for spreadsheets, or plain with `,`. */
const CSV_FORMATS = ['simples', 'planilha'] as const;
type CsvFormat = (typeof CSV_FORMATS)[number];

export const leadExportValues = z.object({
  ...leadList.shape,
  formato: word(CSV_FORMATS, '`planilha`: for spreadsheets, with a byte order mark and `;`. `simples` (default): UTF-8 with `,`.'),
});

/**
 * Reads the parameters of an export. A misspelled filter is refused, because it would export everybody.
 * @throws AppError invalid_input that names each wrong value, or the existing fields
 */
export function readLeadExport(query: URLSearchParams): { readonly filter: LeadFilter; readonly format: CsvFormat } {
  refuseUnknownFields(query, leadExportValues.shape);
  const { formato = 'simples' } = readValues(leadExportValues, query);
  return { filter: leadList.read(query), format: formato };
}

/** The URL for exporting all leads of this filter. */
export function leadExportPath(filter: LeadFilter, format: CsvFormat): string {
  return addressOf(LEAD_EXPORT_PATH, { ...leadList.write(filter), formato: format });
}
