/** What the addresses of campaigns take and answer. */
import { z } from 'zod';
import { emailProblem, idProblem, nameProblem } from '../../../domain/directory-rules.ts';
import { campaignDetailRecord, campaignPage, campaignRecord, campaignRemoved } from '../../../presentation/directory-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { CAMPAIGNS_PATH, LINK_KIND_WORDS } from '../addresses/directory-paths.ts';
import type { Operation } from '../contract/operation.ts';
import { ruled } from '../contract/posted-form.ts';
import { limit, text } from '../contract/values.ts';
import { MENDED_BY_CAMPAIGN, MENDED_EVENT, runAgainForm } from './mendable-failures.ts';

const ONE = `${CAMPAIGNS_PATH}/:id`;

export const LIST_QUERY = z.object({
  cliente: text('Id or name of a client: only its campaigns.'),
  busca: text('Words of the id, the name or the name of the client; or exactly a linked id of a platform.'),
  id: text('Begins the form for a new campaign with this id. For people.'),
  vincular: z.string().describe('`origem:tipo:valor`, an id of a platform that the page offers to link. For people.').optional(),
  evento: MENDED_EVENT,
  antes: z.string().describe('The `proximo` of the page before: the page that follows it.').optional(),
  limite: limit(),
});

export const ADD_FORM = z.object({
  id: ruled(idProblem, 'What own forms send as `campanha_id`: any text, unique.'),
  nome: ruled(nameProblem, 'Name of the campaign.'),
  cliente: z.string().describe('Id or name of a client that exists. This or `cliente_novo` is required.').optional(),
  cliente_novo: ruled(nameProblem, 'Name of a client that is made with it.').optional(),
  usuario: ruled(emailProblem, 'E-mail of the user who works its leads; made when the client has no such user.').optional(),
  vincular: z.string().describe('`origem:tipo:valor`, an id of a platform to link in the same step.').optional(),
  evento: MENDED_EVENT,
});

export const EDIT_FORM = z.object({
  nome: ruled(nameProblem, 'Name of the campaign.'),
  cliente: z.string().describe('Id or name of a client that exists.'),
  usuario: ruled(emailProblem, 'E-mail of the user who works its leads; left out: nobody.').optional(),
});

export const LINK_FORM = z.object({
  tipo: z.enum(LINK_KIND_WORDS as [string, ...string[]]).describe('Which id of which platform.'),
  valor: ruled(idProblem, 'The id at the platform.'),
  evento: MENDED_EVENT,
});

export const LIST: Operation = {
  method: 'GET',
  path: CAMPAIGNS_PATH,
  tag: 'directory',
  summary: 'List campaigns by client and name',
  query: LIST_QUERY,
  answer: campaignPage,
  also: ['text/html'],
};
export const ADD: Operation = {
  method: 'POST',
  path: CAMPAIGNS_PATH,
  tag: 'directory',
  summary: 'Add a campaign',
  form: ADD_FORM,
  answer: campaignRecord,
};
export const SHOW: Operation = {
  method: 'GET',
  path: ONE,
  tag: 'directory',
  summary: 'Show a campaign, its links and how many leads it has',
  answer: campaignDetailRecord,
  also: ['text/html'],
};
export const EDIT: Operation = {
  method: 'POST',
  path: ONE,
  tag: 'directory',
  summary: 'Change name, client and user of a campaign',
  form: EDIT_FORM,
  answer: campaignRecord,
};
export const LINK: Operation = {
  method: 'POST',
  path: `${ONE}/vincular`,
  tag: 'directory',
  summary: 'Link an id of a platform to a campaign',
  form: LINK_FORM,
  answer: campaignRecord,
};
export const UNLINK: Operation = {
  method: 'POST',
  path: `${ONE}/desvincular`,
  tag: 'directory',
  summary: 'Unlink an id of a platform from a campaign',
  form: LINK_FORM,
  answer: campaignRecord,
};
export const REMOVE: Operation = {
  method: 'POST',
  path: `${ONE}/remover`,
  tag: 'directory',
  summary: 'Remove a campaign that has no leads',
  answer: campaignRemoved,
};
export const RUN_AGAIN: Operation = {
  method: 'POST',
  path: `${ONE}/repetir`,
  tag: 'directory',
  summary: 'Run all failed events with a cause that a campaign can mend again',
  form: runAgainForm(MENDED_BY_CAMPAIGN),
  answer: totalRecord,
};
