/** The lists that are narrowed down by what stands in their addresses. */
import { CONVERSION_STATES, PLATFORMS } from '../../../domain/conversion.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { ActivityQuery, ConversionQuery, LeadQuery, RefusedFilter } from '../../../domain/report-ports.ts';
import { id, leadCursor, mark, text, time, word, yesOrNo } from '../contract/values.ts';
import { filteredList } from './filtered-list.ts';

export type LeadFilter = Omit<LeadQuery, 'before' | 'limit'>;

export const leadList = filteredList<LeadFilter>()(
  '/admin/leads',
  {
    origem: ['origin', word(ORIGINS, 'Only from this origin.')],
    cliente: ['clientId', id('Only of the client with this id.')],
    campanha: ['campaignId', text('Only of the campaign with this id.')],
    desde: ['since', time('Submitted at or after.')],
    ate: ['until', time('Submitted before.')],
    teste: ['isTest', yesOrNo('1: only test leads of the platforms, 0: none of them; both when left out.')],
    busca: [
      'text',
      text('The exact id or identity; or words of name, e-mail, phone and click ids, all of them, the last one perhaps only begun.'),
    ],
  },
  leadCursor(),
);

export type ConversionFilter = Omit<ConversionQuery, 'before' | 'limit'>;

export const conversionList = filteredList<ConversionFilter>()('/admin/conversoes', {
  estado: ['state', word(CONVERSION_STATES, 'Only in this state.')],
  plataforma: ['platform', word(PLATFORMS, 'Only those that are reported to this platform.')],
  erro_codigo: [
    'errorCode',
    text('Only those with this error code: of rejected ones why, of waiting ones why the last try did not succeed.'),
  ],
  cliente: ['clientId', id('Only of leads of the client with this id.')],
  lead: ['leadId', id('Only of the lead with this id.')],
  desde: ['since', time('Registered at or after.')],
  ate: ['until', time('Registered before.')],
});

export type ActivityFilter = Omit<ActivityQuery, 'before' | 'limit'>;

export const activityList = filteredList<ActivityFilter>()('/admin/atividade', {
  quem: ['operator', text('Who: `cli:user`, `admin@address` …, exactly.')],
  acao: ['action', text('What: `repetir`, `incluir_campanha` …, exactly.')],
  desde: ['since', time('At or after.')],
  ate: ['until', time('Before.')],
});

export const refusedList = filteredList<RefusedFilter>()('/admin/recusadas', {
  codigo: ['code', text('Cause: `signature_invalid`, `fields_invalid` …')],
  origem: ['origin', word(ORIGINS, 'Source.')],
  campanha: [
    'campaignId',
    text('Only of the campaign with this id: named by the body itself, or linked to a form, page or campaign it names.'),
  ],
  situacao: [
    'open',
    mark(
      'aberta',
      'Only those not replayed yet; without what came without any signature, as from strangers, and what is cut and cannot be replayed.',
    ),
  ],
  desde: ['since', time('Refused at or after.')],
  ate: ['until', time('Refused before.')],
  busca: [
    'text',
    text('Words of the kept body, as far as it is text, all of them, the last one perhaps only begun; or an id. For operators.'),
  ],
});
