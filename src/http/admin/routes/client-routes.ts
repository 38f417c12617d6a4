import { z } from 'zod';
import { clientIdProblem } from '../../../domain/client-id.ts';
import { newlyOwnerless } from '../../../domain/connected-account.ts';
import type { Client } from '../../../domain/directory.ts';
import { emailProblem, nameProblem } from '../../../domain/directory-rules.ts';
import { type ClientRetention, MOST_DAYS } from '../../../domain/retention.ts';
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
import type { Route } from '../../exchange.ts';
import { CLIENTS_PATH, clientPath } from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/paths.ts';
import type { ClientForm } from '../pages/directory/client-page.tsx';
import { viewClientAccounts } from '../read/platforms.ts';
import { countFailures, SOLVED_BY_CLIENT, targetsOfClient } from '../read/retryable-failures.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { refuseStale, retentionValues } from '../requests/stale-form.ts';
import { id as rowId } from '../requests/values.ts';
import { type Context, found } from './context.ts';
import { RETURN_EVENT, RETURN_QUERY, retryFailures, retryForm } from './retry-failures.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

const limit = (of: string) => ruled(daysProblem, `${of}; 0: until it is erased. Default: as in the settings.`).optional();

function daysProblem(value: string) {
  const isDays = /^\d{1,5}$/.test(value) && Number(value) <= MOST_DAYS;
  return isDays ? undefined : inEveryLanguage((m) => m.web.directory.notDays(MOST_DAYS));
}

const RETENTION_FORM = z.object({
  corpos: limit('Days that bodies of events are kept'),
  leads: limit('Days without activity that leads are kept'),
});

const REMOVE_USER_FORM = z.object({ usuario: z.string().describe('ID of the user.') });

const CAMPAIGNS_SHOWN = 50;

/** Clients and their users: the list, one client, and every change. */
export function clientRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'directory');
  const backTo = (form: ClientForm) => (context: Context, state: FormState) => showClient(context, { form, state });
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
      backTo('change-retention'),
    ),
    change(`${ONE}/usuarios`, 'Add a user to a client', { form: USER_FORM, answer: userRecord }, addUser, backTo('add-user')),
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
      async (context, form) => {
        const { id } = await findClientOf(context);
        await retryFailures(context, form, { codes: SOLVED_BY_CLIENT, targets: targetsOfClient(id), back: clientPath(id) });
      },
    ),
  ];
}

async function listClients(context: Context, refused?: FormState): Promise<void> {
  const { id, evento } = context.query(LIST_QUERY);
  const clients = await context.store.listClients();
  if (context.wantsJson) return context.json(clientListRecord.write(clients));
  const shown = { clients, wishedId: id, event: refused?.values['evento'] ?? evento };
  await context.page('ClientsPage', shown, { refused: refused && { form: 'add', state: refused } });
}

async function addClient(context: Context, form: URLSearchParams): Promise<void> {
  const { store, deps } = context;
  const { id = null, nome: name, evento } = readFields(ADD_FORM, form);
  const client = await store.addClient({ id, name }, context.operator);
  // The page it leads to shows the consequence for conversions for as long as it applies.
  if (!context.wantsJson) return answerClient(context, client, 'cliente_incluido', evento);
  const clientIds = (await store.listClients()).map((one) => one.id);
  context.json(addedClientRecord.write({ ...client, ownerless: newlyOwnerless(deps.delivery, clientIds) }));
}

async function showClient(context: Context, refused?: RefusedForm<ClientForm>): Promise<void> {
  const { store, deps } = context;
  const client = await findClientOf(context);
  const [campaigns, users, leads, failures, accounts, retention] = await Promise.all([
    store.listCampaigns({ client: client.id, limit: CAMPAIGNS_SHOWN }),
    store.listUsers(client.id),
    store.countLeads({ clientId: client.id }),
    countFailures(deps, SOLVED_BY_CLIENT, targetsOfClient(client.id)),
    viewClientAccounts(deps, client.id),
    ownRetention(context, client),
  ]);
  if (context.wantsJson) {
    const detail = { ...client, ...accounts, campaigns: campaigns.items, users, leads, failures };
    return context.json(clientDetailRecord.write(detail, deps.clock()));
  }
  const event = context.query(RETURN_QUERY).evento;
  const shown = { client, campaigns, users, leads, failures, accounts, retention, days: deps.retention, event };
  await context.page('ClientPage', shown, { refused, here: clientPath(client.id) });
}

async function ownRetention({ store }: Context, { id }: Client): Promise<ClientRetention | undefined> {
  return (await store.listClientRetentions()).find(({ clientId }) => clientId === id);
}

async function setRetention(context: Context, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(context);
  refuseStale(form, retentionValues(await ownRetention(context, client)));
  const { corpos, leads } = readFields(RETENTION_FORM, form);
  const daysOf = (value: string | undefined): number | null => (value === undefined ? null : Number(value));
  const own = corpos === undefined && leads === undefined ? null : { bodies: daysOf(corpos), leads: daysOf(leads) };
  await context.store.setClientRetention(client.id, own, context.operator);
  const limits = { client, own: own === null ? undefined : { clientId: client.id, ...own }, days: context.deps.retention };
  context.changed(clientRetentionRecord.write(limits), `${clientPath(client.id)}?aviso=retencao_alterada#retention`);
}

async function renameClient(context: Context, form: URLSearchParams): Promise<void> {
  const { id } = await findClientOf(context);
  const { nome: name } = readFields(RENAME_FORM, form);
  answerClient(context, await context.store.renameClient(id, name, context.operator), 'cliente_alterado');
}

async function removeClient(context: Context): Promise<void> {
  const { id } = await findClientOf(context);
  const client = await context.store.removeClient(id, context.operator);
  context.changed(clientRecord.write(client), `${CLIENTS_PATH}?aviso=cliente_removido`);
}

async function addUser(context: Context, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(context);
  const { email, nome: name = null } = readFields(USER_FORM, form);
  const user = await context.store.addUser({ client: client.id, email, name }, context.operator);
  context.changed(userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_incluido`);
}

async function removeUser(context: Context, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(context);
  const { usuario } = readFields(REMOVE_USER_FORM, form);
  const known = await context.store.findUser(usuario);
  if (known?.clientId !== client.id) throw appError('not_found', (m) => m.errors.admin.noUser);
  const user = await context.store.removeUser(known.id, context.operator);
  context.changed(userRecord.write(user), `${clientPath(client.id)}?aviso=usuario_removido`);
}

function answerClient(context: Context, client: Client, notice: string, event?: string): void {
  context.changed(clientRecord.write(client), addressOf(clientPath(client.id), { aviso: notice, evento: event }));
}

/**
 * The client in the path, only by id: a name might later belong to another client.
 *
 * @throws AppError not_found
 */
export async function findClientOf({ store, id }: Context): Promise<Client> {
  const client = await store.findClient(id);
  return found(client?.id === id ? client : null, 'client', id, CLIENTS_PATH);
}
