import { newlyOwnerless } from '../../../domain/connected-account.ts';
import type { Client } from '../../../domain/directory.ts';
import { appError } from '../../../messages/messages.ts';
import {
  addedClientRecord,
  clientDetailRecord,
  clientListRecord,
  clientRecord,
  userRecord,
} from '../../../presentation/directory-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { CLIENTS_PATH, clientPath } from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/list-address.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, readFields } from '../contract/posted-form.ts';
import { readValues } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import type { ClientForm } from '../pages/directory/client-page.tsx';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { viewClientAccounts } from '../views/client-accounts-view.ts';
import { findClientOf } from './client-of-address.ts';
import {
  ADD,
  ADD_FORM,
  ADD_USER,
  LIST,
  LIST_QUERY,
  REMOVE,
  REMOVE_USER,
  REMOVE_USER_FORM,
  RENAME,
  RENAME_FORM,
  RUN_AGAIN,
  SHOW,
  USER_FORM,
} from './client-operations.ts';
import { countFailures, MENDED_BY_CLIENT, readMendedEvent, runFailuresAgain, targetsOfClient } from './mendable-failures.ts';
import { routesOf } from './routes-of.ts';

const CAMPAIGNS_SHOWN = 50;

/** Clients and their users: the list, one of them, and every change of it. */
export function clientRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  const backTo = (form: ClientForm) => (deps: AdminDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showClient(deps, exchange, visitor, { form, state });
  return [
    visit(LIST, listClients),
    change(ADD, addClient, listClients),
    visit(SHOW, showClient),
    change(RENAME, renameClient, backTo('rename')),
    change(REMOVE, removeClient, backTo('remove')),
    change(ADD_USER, addUser, backTo('user')),
    change(REMOVE_USER, removeUser, backTo('remove-user')),
    change(RUN_AGAIN, async (deps, exchange, form) => {
      const { id } = await findClientOf(deps, exchange);
      await runFailuresAgain(deps, exchange, form, { codes: MENDED_BY_CLIENT, targets: targetsOfClient(id), back: clientPath(id) });
    }),
  ];
}

async function listClients(deps: AdminDeps, exchange: Exchange, visitor: Visitor, refused?: FormState): Promise<void> {
  const { id, evento } = readValues(LIST_QUERY, exchange.query);
  const clients = await deps.directory.listClients();
  if (wantsJson(exchange)) {
    return sendJson(exchange, 200, clientListRecord.write(clients));
  }
  const { clientsPage } = await loadPages();
  sendPage(
    exchange,
    refused?.status ?? 200,
    clientsPage({
      frame: frameOf(deps, exchange, visitor),
      clients,
      wishedId: id,
      event: refused?.values['evento'] ?? evento,
      refused,
    }),
  );
}

async function addClient({ directory, delivery, clock }: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id = null, nome: name, evento } = readFields(ADD_FORM, form);
  const client = await directory.addClient({ id, name }, operatorOf(exchange, clock));
  // The page that it leads to says for as long as it is so what follows for conversions.
  if (!wantsJson(exchange)) return answerClient(exchange, client, 'cliente_incluido', evento);
  const clientIds = (await directory.listClients()).map((one) => one.id);
  sendJson(exchange, 200, addedClientRecord.write({ ...client, ownerless: newlyOwnerless(delivery, clientIds) }));
}

async function showClient(
  deps: AdminDeps,
  exchange: Exchange,
  visitor: Visitor,
  refused?: { readonly form: ClientForm; readonly state: FormState },
): Promise<void> {
  const { directory } = deps;
  const client = await findClientOf(deps, exchange);
  const [campaigns, users, leads, failures, accounts] = await Promise.all([
    directory.listCampaigns({ client: client.id, limit: CAMPAIGNS_SHOWN }),
    directory.listUsers(client.id),
    directory.countLeads({ clientId: client.id }),
    countFailures(deps, MENDED_BY_CLIENT, targetsOfClient(client.id)),
    viewClientAccounts(deps, client.id),
  ]);
  const now = deps.clock();
  if (wantsJson(exchange)) {
    const detail = { ...client, ...accounts, campaigns: campaigns.items, users, leads, failures };
    return sendJson(exchange, 200, clientDetailRecord.write(detail, now));
  }
  const { clientPage } = await loadPages();
  const frame = { ...frameOf(deps, exchange, visitor), here: clientPath(client.id) };
  const event = readMendedEvent(exchange.query);
  sendPage(
    exchange,
    refused?.state.status ?? 200,
    clientPage({ frame, client, campaigns, users, leads, failures, accounts, now, event, refused }),
  );
}

async function renameClient(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id } = await findClientOf(deps, exchange);
  const { nome: name } = readFields(RENAME_FORM, form);
  answerClient(exchange, await deps.directory.renameClient(id, name, operatorOf(exchange, deps.clock)), 'cliente_alterado');
}

async function removeClient(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { id } = await findClientOf(deps, exchange);
  const client = await deps.directory.removeClient(id, operatorOf(exchange, deps.clock));
  answerChange(exchange, clientRecord.write(client), `${CLIENTS_PATH}?aviso=cliente_removido`);
}

async function addUser(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { email, nome: name = null } = readFields(USER_FORM, form);
  const user = await deps.directory.addUser({ client: client.id, email, name }, operatorOf(exchange, deps.clock));
  answerChange(exchange, userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_incluido`);
}

async function removeUser(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { usuario } = readFields(REMOVE_USER_FORM, form);
  const known = await deps.directory.findUser(usuario);
  if (known?.clientId !== client.id) {
    throw appError('not_found', (m) => m.errors.admin.noUser);
  }
  const user = await deps.directory.removeUser(known.id, operatorOf(exchange, deps.clock));
  answerChange(exchange, userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_removido`);
}

function answerClient(exchange: Exchange, client: Client, notice: string, event?: string): void {
  answerChange(exchange, clientRecord.write(client), addressOf(clientPath(client.id), { aviso: notice, evento: event }));
}
