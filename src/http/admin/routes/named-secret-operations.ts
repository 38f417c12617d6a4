/** What the addresses of named secrets take and answer. */
import { z } from 'zod';
import { nameProblem } from '../../../domain/directory-rules.ts';
import { NAMED_SECRET_ORIGINS, secretProblem } from '../../../domain/named-secret.ts';
import { addedNamedSecret, namedSecretRecord, namedSecretsRecord } from '../../../presentation/named-secret-record.ts';
import { NAMED_SECRETS_PATH } from '../addresses/named-secret-paths.ts';
import type { Operation } from '../contract/operation.ts';
import { ruled } from '../contract/posted-form.ts';
import { id as rowId } from '../contract/values.ts';

export const LIST_QUERY = z.object({ cliente: rowId('Only those that are limited to this client.') });

export const ADD_FORM = z.object({
  nome: ruled(nameProblem, 'Name of the secret, unique.'),
  origem: z
    .enum(NAMED_SECRET_ORIGINS)
    .describe('Where it is used; `exportacao`: Google Ads fetches the conversions of the client with it.'),
  cliente: z
    .string()
    .describe(
      'Id or name of the only client whose leads it may create, or whose conversions it hands out; left out: all. `exportacao` needs one.',
    )
    .optional(),
  segredo: ruled(secretProblem, 'The secret itself; left out: it is generated.').optional(),
});

export const REMOVE_FORM = z.object({ nome: z.string().describe('Name of the secret.') });

export const LIST: Operation = {
  method: 'GET',
  path: NAMED_SECRETS_PATH,
  tag: 'sources',
  summary: 'List the named secrets and who uses each; never the secrets themselves',
  query: LIST_QUERY,
  answer: namedSecretsRecord,
  also: ['text/html'],
};
export const ADD: Operation = {
  method: 'POST',
  path: NAMED_SECRETS_PATH,
  tag: 'sources',
  summary: 'Add a secret for one sender or for the export of one client; only this answer shows it',
  form: ADD_FORM,
  answer: addedNamedSecret,
  also: ['text/html'],
};
export const REMOVE: Operation = {
  method: 'POST',
  path: `${NAMED_SECRETS_PATH}/remover`,
  tag: 'sources',
  summary: 'Remove a named secret; requests with it are refused within seconds',
  form: REMOVE_FORM,
  answer: namedSecretRecord,
};
