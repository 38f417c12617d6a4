/** What the addresses of lead forms take and answer. */
import { z } from 'zod';
import { formFilledRecord, formViewRecord, listedFormsRecord, mappingPreviewRecord } from '../../../presentation/form-record.ts';
import { FORMS_PATH } from '../addresses/form-paths.ts';
import type { Operation } from '../contract/operation.ts';
import { flag, text, wholeNumber } from '../contract/values.ts';
import { revealValues } from './reveal.ts';

const FORM_PATH = `${FORMS_PATH}/:origem/:id`;

export const LOOK_QUERY = revealValues.extend({
  aviso: text('What the page says was done.'),
  numero: wholeNumber('How many leads changed, as the page says it.'),
});

export const MAP_FORM = z.object({
  mapa: z
    .array(z.string())
    .default([])
    .describe('`key=field`, once for each key; `key=` goes back to the automatic reading. Keys that are not named stay as they are.'),
});

export const PREVIEW_FORM = MAP_FORM.extend({
  mostrar: flag('1: examples with personal data; written into the log of activity.'),
});

export const LIST: Operation = {
  method: 'GET',
  path: FORMS_PATH,
  tag: 'sources',
  summary: 'List the lead forms of the platforms, with their leads that have no contact',
  answer: listedFormsRecord,
  also: ['text/html'],
};
export const SHOW: Operation = {
  method: 'GET',
  path: FORM_PATH,
  tag: 'sources',
  summary: 'Show how the answers of a lead form are read, and who says so',
  query: LOOK_QUERY,
  answer: formViewRecord,
  also: ['text/html'],
};
export const PREVIEW: Operation = {
  method: 'POST',
  path: `${FORM_PATH}/previa`,
  tag: 'sources',
  summary: 'Show what a mapping would do to the stored leads of a form, without doing it',
  form: PREVIEW_FORM,
  answer: mappingPreviewRecord,
  also: ['text/html'],
};
export const MAP: Operation = {
  method: 'POST',
  path: `${FORM_PATH}/mapa`,
  tag: 'sources',
  summary: 'Say what the answers of a form are, and fill in what its stored leads lack',
  description:
    'An e-mail or phone that cannot be used counts as lacking. Nothing else that a lead has is overwritten, so a later change of the mapping does not take back what leads got by this one.',
  form: MAP_FORM,
  answer: formFilledRecord,
};
