/** What the addresses of clients and their users take and answer. */
import { z } from 'zod';
import { clientIdProblem } from '../../../domain/client-id.ts';
import { emailProblem, nameProblem } from '../../../domain/directory-rules.ts';
import {
  addedClientRecord,
  clientDetailRecord,
  clientListRecord,
  clientRecord,
  userRecord,
} from '../../../presentation/directory-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { CLIENTS_PATH } from '../addresses/directory-paths.ts';
import type { Operation } from '../contract/operation.ts';
import { ruled } from '../contract/posted-form.ts';
import { id as rowId } from '../contract/values.ts';
import { MENDED_BY_CLIENT, MENDED_EVENT, runAgainForm } from './mendable-failures.ts';

const ONE = `${CLIENTS_PATH}/:id`;

export const LIST_QUERY = z.object({ id: rowId('Begins the form for a new client with this id. For people.'), evento: MENDED_EVENT });

export const ADD_FORM = z.object({
  nome: ruled(nameProblem, 'Name of the client, unique.'),
  id: ruled(clientIdProblem, 'Whole number to be its id; left out: the next free one.').optional(),
  evento: MENDED_EVENT,
});

export const RENAME_FORM = z.object({ nome: ruled(nameProblem, 'Name of the client, unique.') });

export const USER_FORM = z.object({
  email: ruled(emailProblem, 'E-mail of the user, unique within the client.'),
  nome: ruled(nameProblem, 'Name of the user.').optional(),
});

export const REMOVE_USER_FORM = z.object({ usuario: z.string().describe('Id of the user.') });

export const LIST: Operation = {
  method: 'GET',
  path: CLIENTS_PATH,
  tag: 'directory',
  summary: 'List all clients by name',
  query: LIST_QUERY,
  answer: clientListRecord,
  also: ['text/html'],
};
export const ADD: Operation = {
  method: 'POST',
  path: CLIENTS_PATH,
  tag: 'directory',
  summary: 'Add a client',
  form: ADD_FORM,
  answer: addedClientRecord,
};
export const SHOW: Operation = {
  method: 'GET',
  path: ONE,
  tag: 'directory',
  summary: 'Show a client, its campaigns and users, and what it has at the platforms',
  answer: clientDetailRecord,
  also: ['text/html'],
};
export const RENAME: Operation = {
  method: 'POST',
  path: ONE,
  tag: 'directory',
  summary: 'Rename a client',
  form: RENAME_FORM,
  answer: clientRecord,
};
export const REMOVE: Operation = {
  method: 'POST',
  path: `${ONE}/remover`,
  tag: 'directory',
  summary: 'Remove a client that has nothing left',
  answer: clientRecord,
};
export const ADD_USER: Operation = {
  method: 'POST',
  path: `${ONE}/usuarios`,
  tag: 'directory',
  summary: 'Add a user to a client',
  form: USER_FORM,
  answer: userRecord,
};
export const REMOVE_USER: Operation = {
  method: 'POST',
  path: `${ONE}/usuarios/remover`,
  tag: 'directory',
  summary: 'Remove a user whom no campaign names',
  form: REMOVE_USER_FORM,
  answer: userRecord,
};
export const RUN_AGAIN: Operation = {
  method: 'POST',
  path: `${ONE}/repetir`,
  tag: 'directory',
  summary: 'Run all failed events with a cause that a client can mend again',
  form: runAgainForm(MENDED_BY_CLIENT),
  answer: totalRecord,
};
