import type { AppError } from '../../../base/app-error.ts';
import type { Client } from '../../../domain/directory.ts';
import { usedNamedSecrets } from '../../../domain/named-secret.ts';
import { appError } from '../../../messages/messages.ts';
import { addedNamedSecret, namedSecretRecord, namedSecretsRecord } from '../../../presentation/named-secret-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { NAMED_SECRETS_PATH } from '../addresses/named-secret-paths.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, readFields } from '../contract/posted-form.ts';
import { readValues } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import type { AddedSecret, SecretForm } from '../pages/sources/named-secrets-page.tsx';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { ADD, ADD_FORM, LIST, LIST_QUERY, REMOVE, REMOVE_FORM } from './named-secret-operations.ts';
import { routesOf } from './routes-of.ts';

/** What the page shows besides the list. */
interface Shown {
  readonly added?: AddedSecret;
  readonly refused?: { readonly form: SecretForm; readonly state: FormState };
}

/** Named secrets of sources: the list, a new one (shown once), and the removal. */
export function namedSecretRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  const backTo = (form: SecretForm) => (deps: AdminDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showSecrets(deps, exchange, visitor, { refused: { form, state } });
  return [visit(LIST, showSecrets), change(ADD, addSecret, backTo('add')), change(REMOVE, removeSecret, backTo('remove'))];
}

async function showSecrets(deps: AdminDeps, exchange: Exchange, visitor: Visitor, { added, refused }: Shown = {}): Promise<void> {
  const { cliente } = exchange.method === 'POST' ? {} : readValues(LIST_QUERY, exchange.query);
  const { namedSecrets, reports, directory } = deps;
  const [all, uses, clients] = await Promise.all([namedSecrets.listNamedSecrets(), reports.secretUses(), directory.listClients()]);
  const secrets = usedNamedSecrets(all, uses).filter(({ clientId }) => cliente === undefined || clientId === cliente);
  const now = deps.clock();
  if (wantsJson(exchange)) return sendJson(exchange, 200, namedSecretsRecord.write(secrets, now));
  const { namedSecretsPage } = await loadPages();
  const client = clients.find(({ id }) => id === cliente);
  const html = namedSecretsPage({
    frame: { ...frameOf(deps, exchange, visitor), here: NAMED_SECRETS_PATH },
    secrets,
    now,
    clients,
    client,
    canAdd: deps.addNamedSecret !== undefined,
    added,
    refused,
  });
  sendPage(exchange, refused?.state.status ?? 200, html);
}

async function addSecret(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { nome: name, origem: origin, cliente, segredo } = readFields(ADD_FORM, form);
  if (deps.addNamedSecret === undefined) throw noKey();
  const clientId = cliente === undefined ? null : (await findClient(deps, cliente)).id;
  const secret = { name, origin, clientId, ...(segredo === undefined ? {} : { value: segredo }) };
  const { value } = await deps.addNamedSecret(secret, operatorOf(exchange, deps.clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, addedNamedSecret.write({ name, origin, clientId, value }));
  // No redirect: the secret is in no address and in no session, so this answer is the only one that can show it.
  await showSecrets(deps, exchange, visitor, { added: { name, origin, value } });
}

async function removeSecret(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { nome } = readFields(REMOVE_FORM, form);
  const removed = await deps.namedSecrets.removeNamedSecret(nome, operatorOf(exchange, deps.clock));
  answerChange(exchange, namedSecretRecord.write(removed), `${NAMED_SECRETS_PATH}?aviso=segredo_removido`);
}

async function findClient({ directory }: AdminDeps, idOrName: string): Promise<Client> {
  const client = await directory.findClient(idOrName);
  if (client !== null) return client;
  throw appError('not_found', (m) => m.errors.admin.noClientNamed({ idOrName }));
}

function noKey(): AppError {
  return appError('conflict', (m) => m.errors.admin.noCredentialsKey);
}
