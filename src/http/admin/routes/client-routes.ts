import { z } from 'zod';
import { clientIdProblem } from '../../../domain/client-id.ts';
import { newlyOwnerless } from '../../../domain/connected-account.ts';
import type { Client } from '../../../domain/directory.ts';
import { emailProblem, nameProblem } from '../../../domain/directory-rules.ts';
import type { Directory, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { type ClientRetention, MOST_DAYS, type Retention, type RetentionDays } from '../../../domain/retention.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import {
  addedClientRecord,
  clientDetailRecord,
  clientListRecord,
  clientRecord,
  userRecord,
} from '../../../presentation/directory-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { clientRetentionRecord } from '../../../presentation/retention-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { CLIENTS_PATH, clientPath } from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import type { ClientForm } from '../pages/directory/client-page.tsx';
import { type ClientAccountsDeps, viewClientAccounts } from '../read/platforms.ts';
import { countFailures, SOLVED_BY_CLIENT, targetsOfClient } from '../read/retryable-failures.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { answerChange } from '../requests/respond.ts';
import { refuseStale, retentionValues } from '../requests/stale-form.ts';
import { readValues, id as rowId } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { RETURN_EVENT, readReturnEvent, retryFailures, retryForm } from './retry-failures.ts';
import { routesOf, showPage } from './routes-of.ts';

const ONE = `${CLIENTS_PATH}/:id`;

const LIST_QUERY = z.object({ id: rowId('Fills in the form for a new client. For browsers.'), evento: RETURN_EVENT });

const ADD_FORM = z.object({
  nome: ruled(nameProblem, 'Unique name of the client.'),
  id: ruled(clientIdProblem, 'A whole number. Default: the next free one.').optional(),
  evento: RETURN_EVENT,
});

const RENAME_FORM = z.object({ nome: ruled(nameProblem, 'Unique name of the client.') });

const USER_FORM = z.object({
  email: ruled(emailProblem, 'Email of the user. Unique within the client.'),
  nome: ruled(nameProblem, 'Name of the user.').optional(),
});

const limit = (of: string) =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = isDays(value) ? undefined : inEveryLanguage((m) => m.web.directory.notDays(MOST_DAYS));
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.en, params: { problem } });
    })
    .describe(`${of}; 0: until it is erased. Default: as in the settings.`)
    .optional();

function isDays(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= MOST_DAYS;
}

const RETENTION_FORM = z.object({
  corpos: limit('Days that bodies of events are kept'),
  leads: limit('Days without activity that leads are kept'),
});

const REMOVE_USER_FORM = z.object({ usuario: z.string().describe('ID of the user.') });

const CAMPAIGNS_SHOWN = 50;

export interface ClientDeps extends Program, Pick<ClientAccountsDeps, 'delivery'> {
  readonly store: ClientAccountsDeps['store'] & Reports & QueueControl & Retention;
  /** The limits of the settings. */
  readonly retention: RetentionDays;
}

/** Clients and their users: the list, one client, and every change. */
export function clientRoutes(deps: ClientDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'directory');
  const backTo = (form: ClientForm) => (deps: ClientDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showClient(deps, exchange, visitor, { form, state });
  return [
    visit(CLIENTS_PATH, 'List clients', { query: LIST_QUERY, answer: clientListRecord, also: PAGE }, listClients),
    change(CLIENTS_PATH, 'Add a client', { form: ADD_FORM, answer: addedClientRecord }, addClient, listClients),
    visit(ONE, 'Get a client', { answer: clientDetailRecord, also: PAGE }, showClient),
    change(ONE, 'Rename a client', { form: RENAME_FORM, answer: clientRecord }, renameClient, backTo('rename')),
    change(
      `${ONE}/remover`,
      'Delete a client without campaigns, users and leads',
      { answer: clientRecord },
      removeClient,
      backTo('remove'),
    ),
    change(
      `${ONE}/retencao`,
      'Set how long the data of a client is kept',
      { description: 'Without values, the settings apply again.', form: RETENTION_FORM, answer: clientRetentionRecord },
      setRetention,
      backTo('retention'),
    ),
    change(`${ONE}/usuarios`, 'Add a user to a client', { form: USER_FORM, answer: userRecord }, addUser, backTo('user')),
    change(
      `${ONE}/usuarios/remover`,
      'Delete a user without campaigns',
      { form: REMOVE_USER_FORM, answer: userRecord },
      removeUser,
      backTo('remove-user'),
    ),
    change(
      `${ONE}/repetir`,
      'Retry the failed events of a client',
      { form: retryForm(SOLVED_BY_CLIENT), answer: totalRecord },
      async (deps, exchange, form) => {
        const { id } = await findClientOf(deps, exchange);
        await retryFailures(deps, exchange, form, { codes: SOLVED_BY_CLIENT, targets: targetsOfClient(id), back: clientPath(id) });
      },
    ),
  ];
}

async function listClients(deps: ClientDeps, exchange: Exchange, visitor: Visitor, refused?: FormState): Promise<void> {
  const { id, evento } = readValues(LIST_QUERY, exchange.query);
  const clients = await deps.store.listClients();
  if (wantsJson(exchange)) {
    return sendJson(exchange, 200, clientListRecord.write(clients));
  }
  const shown = { clients, wishedId: id, event: refused?.values['evento'] ?? evento, refused };
  await showPage(deps, exchange, visitor, 'ClientsPage', shown, { status: refused?.status });
}

async function addClient({ store, delivery, clock }: ClientDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id = null, nome: name, evento } = readFields(ADD_FORM, form);
  const client = await store.addClient({ id, name }, operatorOf(exchange, clock));
  // The page it leads to shows the consequence for conversions for as long as it applies.
  if (!wantsJson(exchange)) return answerClient(exchange, client, 'cliente_incluido', evento);
  const clientIds = (await store.listClients()).map((one) => one.id);
  sendJson(exchange, 200, addedClientRecord.write({ ...client, ownerless: newlyOwnerless(delivery, clientIds) }));
}

async function showClient(deps: ClientDeps, exchange: Exchange, visitor: Visitor, refused?: RefusedForm<ClientForm>): Promise<void> {
  const { store } = deps;
  const client = await findClientOf(deps, exchange);
  const [campaigns, users, leads, failures, accounts, retention] = await Promise.all([
    store.listCampaigns({ client: client.id, limit: CAMPAIGNS_SHOWN }),
    store.listUsers(client.id),
    store.countLeads({ clientId: client.id }),
    countFailures(deps, SOLVED_BY_CLIENT, targetsOfClient(client.id)),
    viewClientAccounts(deps, client.id),
    ownRetention(deps, client),
  ]);
  const now = deps.clock();
  if (wantsJson(exchange)) {
    const detail = { ...client, ...accounts, campaigns: campaigns.items, users, leads, failures };
    return sendJson(exchange, 200, clientDetailRecord.write(detail, now));
  }
  const event = readReturnEvent(exchange.query);
  const at = { status: refused?.state.status, here: clientPath(client.id) };
  const shown = { client, campaigns, users, leads, failures, accounts, retention, days: deps.retention, now, event, refused };
  await showPage(deps, exchange, visitor, 'ClientPage', shown, at);
}

async function ownRetention({ store }: ClientDeps, { id }: Client): Promise<ClientRetention | undefined> {
  return (await store.listClientRetentions()).find(({ clientId }) => clientId === id);
}

async function setRetention(deps: ClientDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  refuseStale(form, retentionValues(await ownRetention(deps, client)));
  const { corpos, leads } = readFields(RETENTION_FORM, form);
  const daysOf = (value: string | undefined): number | null => (value === undefined ? null : Number(value));
  const own = corpos === undefined && leads === undefined ? null : { bodies: daysOf(corpos), leads: daysOf(leads) };
  await deps.store.setClientRetention(client.id, own, operatorOf(exchange, deps.clock));
  const limits = { client, own: own === null ? undefined : { clientId: client.id, ...own }, days: deps.retention };
  answerChange(exchange, clientRetentionRecord.write(limits), `${clientPath(client.id)}?aviso=retencao_alterada#retention`);
}

async function renameClient(deps: ClientDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id } = await findClientOf(deps, exchange);
  const { nome: name } = readFields(RENAME_FORM, form);
  answerClient(exchange, await deps.store.renameClient(id, name, operatorOf(exchange, deps.clock)), 'cliente_alterado');
}

async function removeClient(deps: ClientDeps, exchange: Exchange): Promise<void> {
  const { id } = await findClientOf(deps, exchange);
  const client = await deps.store.removeClient(id, operatorOf(exchange, deps.clock));
  answerChange(exchange, clientRecord.write(client), `${CLIENTS_PATH}?aviso=cliente_removido`);
}

async function addUser(deps: ClientDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { email, nome: name = null } = readFields(USER_FORM, form);
  const user = await deps.store.addUser({ client: client.id, email, name }, operatorOf(exchange, deps.clock));
  answerChange(exchange, userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_incluido`);
}

async function removeUser(deps: ClientDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { usuario } = readFields(REMOVE_USER_FORM, form);
  const known = await deps.store.findUser(usuario);
  if (known?.clientId !== client.id) {
    throw appError('not_found', (m) => m.errors.admin.noUser);
  }
  const user = await deps.store.removeUser(known.id, operatorOf(exchange, deps.clock));
  answerChange(exchange, userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_removido`);
}

function answerClient(exchange: Exchange, client: Client, notice: string, event?: string): void {
  answerChange(exchange, clientRecord.write(client), addressOf(clientPath(client.id), { aviso: notice, evento: event }));
}

/**
 * The client in the path, only by id: a name might later belong to another client.
 *
 * @throws AppError not_found
 */
export async function findClientOf({ store }: { readonly store: Directory }, exchange: Exchange): Promise<Client> {
  const id = exchange.params['id'] ?? '';
  const client = await store.findClient(id);
  if (client?.id === id) return client;
  throw appError('not_found', (m) => m.errors.admin.noClient, { hint: (m) => m.errors.admin.listAddress({ path: CLIENTS_PATH }) });
}
