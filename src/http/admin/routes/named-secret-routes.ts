import { z } from 'zod';
import type { Client } from '../../../domain/directory.ts';
import { nameProblem } from '../../../domain/directory-rules.ts';
import {
  NAMED_SECRET_ORIGINS,
  type NamedSecrets,
  type NewNamedSecret,
  secretProblem,
  usedNamedSecrets,
} from '../../../domain/named-secret.ts';
import type { Directory, Operator } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
import { addedNamedSecret, namedSecretRecord, namedSecretsRecord } from '../../../presentation/named-secret-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { NAMED_SECRETS_PATH } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import type { AddedSecret, SecretForm } from '../pages/sources/named-secrets-page.tsx';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { answerChange } from '../requests/respond.ts';
import { readValues, id as rowId } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

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

export interface NamedSecretDeps extends Program {
  readonly store: NamedSecrets & Reports & Directory;
  /** Seals and stores a sender's secret, and returns it; `undefined` if there is no key to seal it with. */
  readonly addNamedSecret: ((secret: NewNamedSecret, operator: Operator) => Promise<{ readonly value: string }>) | undefined;
}

/** Named secrets of sources: the list, adding one (shown once), and removing one. */
export function namedSecretRoutes(deps: NamedSecretDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'sources');
  const backTo = (form: SecretForm) => (deps: NamedSecretDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showSecrets(deps, exchange, visitor, { refused: { form, state } });
  return [
    visit(NAMED_SECRETS_PATH, 'List sender secrets', { query: LIST_QUERY, answer: namedSecretsRecord, also: PAGE }, showSecrets),
    change(
      NAMED_SECRETS_PATH,
      'Create a sender secret',
      { form: ADD_FORM, answer: addedNamedSecret, also: PAGE },
      addSecret,
      backTo('add'),
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

async function showSecrets(deps: NamedSecretDeps, exchange: Exchange, visitor: Visitor, { added, refused }: Shown = {}): Promise<void> {
  const { cliente } = exchange.method === 'POST' ? {} : readValues(LIST_QUERY, exchange.query);
  const { store } = deps;
  const [all, uses, clients] = await Promise.all([store.listNamedSecrets(), store.secretUses(), store.listClients()]);
  const secrets = usedNamedSecrets(all, uses).filter(({ clientId }) => cliente === undefined || clientId === cliente);
  const now = deps.clock();
  if (wantsJson(exchange)) return sendJson(exchange, 200, namedSecretsRecord.write(secrets, now));
  const client = clients.find(({ id }) => id === cliente);
  const shown = { secrets, now, clients, client, canAdd: deps.addNamedSecret !== undefined, added, refused };
  await showPage(deps, exchange, visitor, 'NamedSecretsPage', shown, { status: refused?.state.status, here: NAMED_SECRETS_PATH });
}

async function addSecret(deps: NamedSecretDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { nome: name, origem: origin, cliente, segredo } = readFields(ADD_FORM, form);
  if (deps.addNamedSecret === undefined) throw appError('conflict', (m) => m.errors.namedSecrets.credentialsKeyNotSet.message);
  const clientId = cliente === undefined ? null : (await findClient(deps, cliente)).id;
  const secret = { name, origin, clientId, ...(segredo === undefined ? {} : { value: segredo }) };
  const { value } = await deps.addNamedSecret(secret, operatorOf(exchange, deps.clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, addedNamedSecret.write({ name, origin, clientId, value }));
  // No redirect: the secret is not in a URL or session, so only this response can show it.
  await showSecrets(deps, exchange, visitor, { added: { name, origin, value } });
}

async function removeSecret(deps: NamedSecretDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { nome } = readFields(REMOVE_FORM, form);
  const removed = await deps.store.removeNamedSecret(nome, operatorOf(exchange, deps.clock));
  answerChange(exchange, namedSecretRecord.write(removed), `${NAMED_SECRETS_PATH}?aviso=segredo_removido`);
}

async function findClient({ store }: NamedSecretDeps, idOrName: string): Promise<Client> {
  const client = await store.findClient(idOrName);
  if (client !== null) return client;
  throw appError('not_found', (m) => m.errors.admin.noSuchClient({ idOrName }));
}
