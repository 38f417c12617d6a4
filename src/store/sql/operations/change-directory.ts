import type { AppError } from '../../../base/app-error.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import { isClientId, LARGEST_CLIENT_ID } from '../../../domain/client-id.ts';
import type { CampaignLink, CampaignView, Client, User } from '../../../domain/directory.ts';
import { foldedName } from '../../../domain/directory-rules.ts';
import type { CampaignInput, Operator } from '../../../domain/ports.ts';
import { appError, type ErrorPick, notFound } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { isConstraintError } from '../errors.ts';
import { flatMapInOrder } from '../in-order.ts';
import { findCampaign, findClient, findClientByName, findUser, requireClient, userByEmail } from '../queries/list-directory.ts';
import { rowId, textId } from '../rows/fields.ts';
import { recordActivity } from './control.ts';
import { refuseWhileSecretsAreLimitedTo } from './named-secrets.ts';
import { refuseForeignPages } from './page-owners.ts';

const INSERT_CLIENT = 'insert into clientes (id, nome, nome_dobrado, criado_em) values (?, ?, ?, ?)';

/**
 * The id after the largest that any client ever had. SQLite would reuse the id of a removed last client, but senders may still name it
 * (`cliente_id`), and their leads must not go to another client. The operators' log keeps every removal.
 */
const NEXT_CLIENT_ID = `
select ifnull(max(id), 0) + 1 as id from (
  select max(id) as id from clientes where id < ${LARGEST_CLIENT_ID}
  union all
  select max(cast(substr(alvo, length('cliente:') + 1) as bigint)) from registro_operadores
  where acao = '${OperatorAction.removeClient}' and cast(substr(alvo, length('cliente:') + 1) as bigint) < ${LARGEST_CLIENT_ID}) ids`;

const RENAME_CLIENT = 'update clientes set nome = ?, nome_dobrado = ? where id = ?';
const DELETE_CLIENT = [
  'delete from consentimento_cliente where cliente_id = ?',
  'delete from retencao_cliente where cliente_id = ?',
  'delete from clientes where id = ?',
];
const INSERT_USER = 'insert into usuarios (cliente_id, nome, email, criado_em) values (?, ?, ?, ?)';
const DELETE_USER = 'delete from usuarios where id = ?';
const INSERT_CAMPAIGN = 'insert into campanhas (id, cliente_id, usuario_id, nome, criado_em) values (?, ?, ?, ?, ?)';
const UPDATE_CAMPAIGN = 'update campanhas set cliente_id = ?, usuario_id = ?, nome = ? where id = ?';
const DELETE_CAMPAIGN = 'delete from campanhas where id = ?';
const FIND_LINK = 'select campanha_id as campaign from campanha_vinculos where origem = ? and tipo = ? and valor = ?';
const INSERT_LINK = 'insert into campanha_vinculos (origem, tipo, valor, campanha_id) values (?, ?, ?, ?)';
const DELETE_LINK = 'delete from campanha_vinculos where origem = ? and tipo = ? and valor = ?';

export const addClient: PortOperation<'addClient'> = async (connection, input, operator) => {
  const id = input.id === null ? null : clientRow(input.id);
  if (id !== null && (await findClient(connection, textId(id)))?.id === textId(id)) {
    throw appError('conflict', (m) => m.errors.store.clientExists({ id: textId(id) }));
  }
  await refuseTakenName(connection, input.name, null);
  const client: Client = { id: textId(id ?? (await nextClientId(connection))), name: input.name, createdAt: operator.now };
  await connection.run(INSERT_CLIENT, rowId(client.id), client.name, foldedName(client.name), client.createdAt);
  await recordActivity(connection, OperatorAction.addClient, `cliente:${client.id}`, '', operator);
  return client;
};

async function nextClientId(connection: Connection): Promise<number> {
  return ((await connection.get(NEXT_CLIENT_ID)) as { readonly id: number }).id;
}

export const renameClient: PortOperation<'renameClient'> = async (connection, idOrName, name, operator) => {
  const client = await requireClient(connection, idOrName);
  if (client.name === name) return client;
  await refuseTakenName(connection, name, client.id);
  await connection.run(RENAME_CLIENT, name, foldedName(name), rowId(client.id));
  await recordActivity(connection, OperatorAction.renameClient, `cliente:${client.id}`, `"${client.name}" → "${name}"`, operator);
  return { ...client, name };
};

/** @param own the client that may keep its name, written in another way */
async function refuseTakenName(connection: Connection, name: string, own: string | null): Promise<void> {
  const taken = await findClientByName(connection, name);
  if (taken !== null && taken.id !== own) throw appError('conflict', (m) => m.errors.store.clientNameTaken(taken));
}

function clientRow(id: string): number {
  if (isClientId(id)) return rowId(id);
  throw appError('invalid_input', (m) => m.errors.store.notAClientId({ id }));
}

export const removeClient: PortOperation<'removeClient'> = async (connection, idOrName, operator) => {
  const client = await requireClient(connection, idOrName);
  await refuseWhileSecretsAreLimitedTo(connection, client.id);
  await removeUnused(connection, DELETE_CLIENT, rowId(client.id), (m) => m.errors.store.clientInUse({ name: client.name }));
  await recordActivity(connection, OperatorAction.removeClient, `cliente:${client.id}`, '', operator);
  return client;
};

export const addUser: PortOperation<'addUser'> = async (connection, input, operator) => {
  const client = await requireClient(connection, input.client);
  if ((await userByEmail(connection, rowId(client.id), input.email)) !== null) {
    throw appError('conflict', (m) => m.errors.store.userExists({ client: client.name }));
  }
  return await insertUser(connection, client, input.email, input.name, operator);
};

async function insertUser(connection: Connection, client: Client, email: string, name: string | null, operator: Operator): Promise<User> {
  const id = textId(await connection.insert(INSERT_USER, rowId(client.id), name, email, operator.now));
  await recordActivity(connection, OperatorAction.addUser, `usuario:${id}`, `cliente:${client.id}`, operator);
  return { id, clientId: client.id, name, email, createdAt: operator.now };
}

export const removeUser: PortOperation<'removeUser'> = async (connection, id, operator) => {
  const user = await findUser(connection, id);
  if (user === null) throw notFound('user', id);
  await removeUnused(connection, [DELETE_USER], rowId(user.id), (m) => m.errors.store.userInUse);
  await recordActivity(connection, OperatorAction.removeUser, `usuario:${id}`, '', operator);
  return user;
};

export const addCampaigns: PortOperation<'addCampaigns'> = async (connection, inputs, options, operator) => {
  for (const input of inputs) {
    if (!options.replace && (await findCampaign(connection, input.id)) !== null)
      throw appError('conflict', (m) => m.errors.store.campaignExists({ id: input.id }));
    await saveCampaign(connection, input, operator);
  }
  return await flatMapInOrder(inputs, async (input) => (await findCampaign(connection, input.id)) ?? []);
};

/** Adds a campaign or changes the one with this id; creates its client and user if they do not exist. */
async function saveCampaign(connection: Connection, input: CampaignInput, operator: Operator): Promise<void> {
  const exists = (await findCampaign(connection, input.id)) !== null;
  const client = (await findClient(connection, input.client)) ?? (await addClient(connection, { id: null, name: input.client }, operator));
  const userRow = input.user === null ? null : rowId((await ensureUser(connection, client, input.user, operator)).id);
  if (exists) await connection.run(UPDATE_CAMPAIGN, rowId(client.id), userRow, input.name, input.id);
  else await connection.run(INSERT_CAMPAIGN, input.id, rowId(client.id), userRow, input.name, operator.now);
  for (const link of input.links ?? []) await linkCampaign(connection, { ...link, campaignId: input.id }, operator);
  await refuseForeignPages(connection, { campaignId: input.id });
  const action = exists ? OperatorAction.updateCampaign : OperatorAction.addCampaign;
  await recordActivity(connection, action, `campanha:${input.id}`, `cliente:${client.id}`, operator);
}

export const updateCampaign: PortOperation<'updateCampaign'> = async (connection, input, operator) => {
  await requireCampaign(connection, input.id);
  await saveCampaign(connection, input, operator);
  return await requireCampaign(connection, input.id);
};

async function ensureUser(connection: Connection, client: Client, email: string, operator: Operator): Promise<User> {
  return (await userByEmail(connection, rowId(client.id), email)) ?? (await insertUser(connection, client, email, null, operator));
}

export const removeCampaign: PortOperation<'removeCampaign'> = async (connection, id, operator) => {
  const campaign = await requireCampaign(connection, id);
  await removeUnused(connection, [DELETE_CAMPAIGN], id, (m) => m.errors.store.campaignInUse({ name: campaign.name }));
  await recordActivity(connection, OperatorAction.removeCampaign, `campanha:${id}`, `cliente:${campaign.clientId}`, operator);
  return campaign;
};

export const linkCampaign: PortOperation<'linkCampaign'> = async (connection, link, operator) => {
  await requireCampaign(connection, link.campaignId);
  const known = await connection.get<{ readonly campaign: string }>(FIND_LINK, link.origin, link.kind, link.value);
  if (known?.campaign === link.campaignId) return;
  if (known !== undefined) throw linkTaken(link, known.campaign);
  await connection.run(INSERT_LINK, link.origin, link.kind, link.value, link.campaignId);
  await refuseForeignPages(connection, { campaignId: link.campaignId });
  await recordActivity(connection, OperatorAction.linkCampaign, `campanha:${link.campaignId}`, nameOf(link), operator);
};

function linkTaken({ origin, kind, value }: CampaignLink, campaign: string): AppError {
  return appError('conflict', (m) => {
    const kinds: Readonly<Record<string, string>> = m.web.directory.linkKinds;
    return m.errors.store.linkTaken({ link: `${kinds[`${origin}:${kind}`]} ${value}`, campaign });
  });
}

function nameOf({ origin, kind, value }: Omit<CampaignLink, 'campaignId'>): string {
  return `${origin} ${kind} ${value}`;
}

export const unlinkCampaign: PortOperation<'unlinkCampaign'> = async (connection, link, operator) => {
  const removed = (await connection.run(DELETE_LINK, link.origin, link.kind, link.value)) !== 0;
  if (removed) await recordActivity(connection, OperatorAction.unlinkCampaign, nameOf(link), '', operator);
  return removed;
};

async function requireCampaign(connection: Connection, id: string): Promise<CampaignView> {
  const campaign = await findCampaign(connection, id);
  if (campaign === null) throw notFound('campaign', id);
  return campaign;
}

async function removeUnused(connection: Connection, statements: readonly string[], id: number | string, text: ErrorPick): Promise<void> {
  try {
    for (const sql of statements) await connection.run(sql, id);
  } catch (error) {
    if (isConstraintError(error)) throw appError('conflict', text, { cause: error });
    throw error;
  }
}
