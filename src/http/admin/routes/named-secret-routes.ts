import { z } from 'zod';
import { nameProblem } from '../../../domain/directory-rules.ts';
import { NAMED_SECRET_ORIGINS, secretProblem, usedNamedSecrets } from '../../../domain/named-secret.ts';
import { appError, notFound } from '../../../messages/messages.ts';
import { addedNamedSecret, namedSecretRecord, namedSecretsRecord } from '../../../presentation/named-secret-record.ts';
import type { Route } from '../../exchange.ts';
import { NAMED_SECRETS_PATH } from '../addresses/paths.ts';
import type { AddedSecret, SecretForm } from '../pages/sources/named-secrets-page.tsx';
import { PAGE } from '../requests/operation.ts';
import { type FormState, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { id as rowId } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const LIST_QUERY = z.object({ cliente: rowId('Only the secrets of this client.') });

const ADD_FORM = z.object({
  nome: ruled(nameProblem, 'Unique name of the secret.'),
  origem: z.enum(NAMED_SECRET_ORIGINS).describe('The source that uses it; `exportacao` for the conversion export.'),
  cliente: z
    .string()
    .describe(
      'ID or name of the only client it can create leads for or export conversions of. Default: all clients. Required for `exportacao`.',
    )
    .optional(),
  segredo: ruled(secretProblem, 'The secret. Default: a generated one.').optional(),
});

const REMOVE_FORM = z.object({ nome: z.string().describe('Name of the secret.') });

/** The content of the page in addition to the list. */
interface Shown {
  readonly added?: AddedSecret;
  readonly refused?: RefusedForm<SecretForm>;
}

/** Named secrets of sources: the list, adding one (shown once), and removing one. */
export function namedSecretRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'sources');
  const backTo = (form: SecretForm) => (context: Context, state: FormState) => showSecrets(context, { refused: { form, state } });
  return [
    visit(NAMED_SECRETS_PATH, 'List sender secrets', { query: LIST_QUERY, answer: namedSecretsRecord, also: PAGE }, showSecrets),
    change(
      NAMED_SECRETS_PATH,
      'Create a sender secret',
      { form: ADD_FORM, answer: addedNamedSecret, also: PAGE },
      addSecret,
      backTo('add-secret'),
    ),
    change(
      `${NAMED_SECRETS_PATH}/remover`,
      'Delete a sender secret',
      { form: REMOVE_FORM, answer: namedSecretRecord },
      removeSecret,
      backTo('remove'),
    ),
  ];
}

async function showSecrets(context: Context, { added, refused }: Shown = {}): Promise<void> {
  const { store, deps } = context;
  const { cliente } = context.query(LIST_QUERY);
  const [all, uses, clients] = await Promise.all([store.listNamedSecrets(), store.secretUses(), store.listClients()]);
  const secrets = usedNamedSecrets(all, uses).filter(({ clientId }) => cliente === undefined || clientId === cliente);
  if (context.wantsJson) return context.json(namedSecretsRecord.write(secrets, deps.clock()));
  const client = clients.find(({ id }) => id === cliente);
  const shown = { secrets, clients, client, canAdd: deps.addNamedSecret !== undefined, added };
  await context.page('NamedSecretsPage', shown, { refused, here: NAMED_SECRETS_PATH });
}

async function addSecret(context: Context, form: URLSearchParams): Promise<void> {
  const { addNamedSecret } = context.deps;
  const { nome: name, origem: origin, cliente, segredo } = readFields(ADD_FORM, form);
  if (addNamedSecret === undefined) throw appError('conflict', (m) => m.errors.namedSecrets.credentialsKeyNotSet.message);
  const clientId = cliente === undefined ? null : await clientIdOf(context, cliente);
  const secret = { name, origin, clientId, ...(segredo === undefined ? {} : { value: segredo }) };
  const { value } = await addNamedSecret(secret, context.operator);
  if (context.wantsJson) return context.json(addedNamedSecret.write({ name, origin, clientId, value }));
  // No redirect: the secret is not in a URL or session, so only this response can show it.
  await showSecrets(context, { added: { name, origin, value } });
}

async function removeSecret(context: Context, form: URLSearchParams): Promise<void> {
  const { nome } = readFields(REMOVE_FORM, form);
  const removed = await context.store.removeNamedSecret(nome, context.operator);
  context.changed(namedSecretRecord.write(removed), `${NAMED_SECRETS_PATH}?aviso=segredo_removido`);
}

async function clientIdOf({ store }: Context, idOrName: string): Promise<string> {
  const client = await store.findClient(idOrName);
  if (client === null) throw notFound('client', idOrName);
  return client.id;
}
