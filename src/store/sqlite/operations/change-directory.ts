import { OperatorAction } from '../../../domain/activity.ts';
import { isClientId, LARGEST_CLIENT_ID } from '../../../domain/client-id.ts';
import type { Campaign, CampaignLink, CampaignView, Client, User } from '../../../domain/directory.ts';
import type { CampaignInput, Operator } from '../../../domain/ports.ts';
import { appError, type ErrorPick } from '../../../messages/messages.ts';
import type { Connection } from '../connection.ts';
import { isConstraintError } from '../errors.ts';
import { findCampaign, findClient, findClientByName, findUser, requireClient, userByEmail } from '../queries/list-directory.ts';
import { rowId, textId } from '../rows/fields.ts';
import { recordActivity } from './control.ts';
import { refuseWhileSecretsAreLimitedTo } from './named-secrets.ts';
import { refuseForeignPages } from './page-owners.ts';

const INSERT_CLIENT = 'insert into clientes (id, nome, criado_em) values (?, ?, ?)';

/**
 * The id after the largest that any client ever had. SQLite would reuse the id of a removed last client, but senders may still name it
 * (`cliente_id`), and their leads must not go to another client. The operators' log keeps every removal.
 */
const NEXT_CLIENT_ID = `
select ifnull(max(id), 0) + 1 as id from (
  select max(id) as id from clientes where id < ${LARGEST_CLIENT_ID}
  union all
  select max(cast(substr(alvo, length('cliente:') + 1) as integer)) from registro_operadores
  where acao = '${OperatorAction.removeClient}' and cast(substr(alvo, length('cliente:') + 1) as integer) < ${LARGEST_CLIENT_ID})`;

const RENAME_CLIENT = 'update clientes set nome = ? where id = ?';
const DELETE_CONSENT = 'delete from consentimento_cliente where cliente_id = ?';
const DELETE_RETENTION = 'delete from retencao_cliente where cliente_id = ?';
const DELETE_CLIENT = 'delete from clientes where id = ?';
const INSERT_USER = 'insert into usuarios (cliente_id, nome, email, criado_em) values (?, ?, ?, ?)';
const DELETE_USER = 'delete from usuarios where id = ?';
const INSERT_CAMPAIGN = 'insert into campanhas (id, cliente_id, usuario_id, nome, criado_em) values (?, ?, ?, ?, ?)';
const UPDATE_CAMPAIGN = 'update campanhas set cliente_id = ?, usuario_id = ?, nome = ? where id = ?';
const DELETE_CAMPAIGN = 'delete from campanhas where id = ?';
const FIND_LINK = 'select campanha_id as campaign from campanha_vinculos where origem = ? and tipo = ? and valor = ?';
const INSERT_LINK = 'insert into campanha_vinculos (origem, tipo, valor, campanha_id) values (?, ?, ?, ?)';
const DELETE_LINK = 'delete from campanha_vinculos where origem = ? and tipo = ? and valor = ?';

export function addClient(
  connection: Connection,
  input: { readonly id: string | null; readonly name: string },
  operator: Operator,
): Client {
  const id = input.id === null ? null : clientRow(input.id);
  if (id !== null && findClient(connection, textId(id))?.id === textId(id)) {
    throw appError('conflict', (m) => m.errors.store.clientExists({ id: textId(id) }));
  }
  if (findClientByName(connection, input.name) !== null)
    throw appError('conflict', (m) => m.errors.store.clientNameTaken({ name: input.name }));
  const client: Client = { id: textId(id ?? nextClientId(connection)), name: input.name, createdAt: operator.now };
  connection.statement(INSERT_CLIENT).run(rowId(client.id), client.name, client.createdAt);
  recordActivity(connection, OperatorAction.addClient, `cliente:${client.id}`, '', operator);
  return client;
}

function nextClientId(connection: Connection): number {
  return (connection.statement(NEXT_CLIENT_ID).get() as { readonly id: number }).id;
}

export function renameClient(connection: Connection, idOrName: string, name: string, operator: Operator): Client {
  const client = requireClient(connection, idOrName);
  if (client.name === name) return client;
  if (findClientByName(connection, name) !== null) throw appError('conflict', (m) => m.errors.store.clientNameTaken({ name }));
  connection.statement(RENAME_CLIENT).run(name, rowId(client.id));
  recordActivity(connection, OperatorAction.renameClient, `cliente:${client.id}`, `"${client.name}" → "${name}"`, operator);
  return { ...client, name };
}

function clientRow(id: string): number {
  if (isClientId(id)) return rowId(id);
  throw appError('invalid_input', (m) => m.errors.store.notAClientId({ id }));
}

export function removeClient(connection: Connection, idOrName: string, operator: Operator): Client {
  const client = requireClient(connection, idOrName);
  refuseWhileSecretsAreLimitedTo(connection, client.id);
  refuseWhileUsed(
    (m) => m.errors.store.clientInUse({ name: client.name }),
    () => {
      connection.statement(DELETE_CONSENT).run(rowId(client.id));
      connection.statement(DELETE_RETENTION).run(rowId(client.id));
      connection.statement(DELETE_CLIENT).run(rowId(client.id));
    },
  );
  recordActivity(connection, OperatorAction.removeClient, `cliente:${client.id}`, '', operator);
  return client;
}

export function addUser(
  connection: Connection,
  input: { readonly client: string; readonly email: string; readonly name: string | null },
  operator: Operator,
): User {
  const client = requireClient(connection, input.client);
  if (userByEmail(connection, rowId(client.id), input.email) !== null) {
    throw appError('conflict', (m) => m.errors.store.userExists({ client: client.name }));
  }
  return insertUser(connection, client, input.email, input.name, operator);
}

function insertUser(connection: Connection, client: Client, email: string, name: string | null, operator: Operator): User {
  const inserted = connection.statement(INSERT_USER).run(rowId(client.id), name, email, operator.now);
  const id = textId(inserted.lastInsertRowid);
  recordActivity(connection, OperatorAction.addUser, `usuario:${id}`, `cliente:${client.id}`, operator);
  return { id, clientId: client.id, name, email, createdAt: operator.now };
}

export function removeUser(connection: Connection, id: string, operator: Operator): User {
  const user = findUser(connection, id);
  if (user === null) throw appError('not_found', (m) => m.errors.store.noUser({ id }));
  refuseWhileUsed(
    (m) => m.errors.store.userInUse,
    () => connection.statement(DELETE_USER).run(rowId(user.id)),
  );
  recordActivity(connection, OperatorAction.removeUser, `usuario:${id}`, '', operator);
  return user;
}

export function addCampaigns(
  connection: Connection,
  inputs: readonly CampaignInput[],
  options: { readonly replace: boolean },
  operator: Operator,
): readonly CampaignView[] {
  for (const input of inputs) {
    if (!options.replace && findCampaign(connection, input.id) !== null)
      throw appError('conflict', (m) => m.errors.store.campaignExists({ id: input.id }));
    saveCampaign(connection, input, operator);
  }
  return inputs.flatMap((input) => findCampaign(connection, input.id) ?? []);
}

/** Adds a campaign or changes the one with this id; creates its client and user if they do not exist. */
function saveCampaign(connection: Connection, input: CampaignInput, operator: Operator): void {
  const exists = findCampaign(connection, input.id) !== null;
  const client = findClient(connection, input.client) ?? addClient(connection, { id: null, name: input.client }, operator);
  const userRow = input.user === null ? null : rowId(ensureUser(connection, client, input.user, operator).id);
  if (exists) connection.statement(UPDATE_CAMPAIGN).run(rowId(client.id), userRow, input.name, input.id);
  else connection.statement(INSERT_CAMPAIGN).run(input.id, rowId(client.id), userRow, input.name, operator.now);
  for (const link of input.links ?? []) linkCampaign(connection, { ...link, campaignId: input.id }, operator);
  refuseForeignPages(connection, { campaignId: input.id });
  recordActivity(
    connection,
    exists ? OperatorAction.updateCampaign : OperatorAction.addCampaign,
    `campanha:${input.id}`,
    `cliente:${client.id}`,
    operator,
  );
}

export function updateCampaign(connection: Connection, input: Omit<CampaignInput, 'links'>, operator: Operator): CampaignView {
  requireCampaign(connection, input.id);
  saveCampaign(connection, input, operator);
  return requireCampaign(connection, input.id);
}

function ensureUser(connection: Connection, client: Client, email: string, operator: Operator): User {
  return userByEmail(connection, rowId(client.id), email) ?? insertUser(connection, client, email, null, operator);
}

export function removeCampaign(connection: Connection, id: string, operator: Operator): Campaign {
  const campaign = requireCampaign(connection, id);
  refuseWhileUsed(
    (m) => m.errors.store.campaignInUse({ name: campaign.name }),
    () => connection.statement(DELETE_CAMPAIGN).run(id),
  );
  recordActivity(connection, OperatorAction.removeCampaign, `campanha:${id}`, `cliente:${campaign.clientId}`, operator);
  return campaign;
}

export function linkCampaign(connection: Connection, link: CampaignLink, operator: Operator): void {
  requireCampaign(connection, link.campaignId);
  const known = connection.get<{ readonly campaign: string }>(FIND_LINK, link.origin, link.kind, link.value);
  if (known?.campaign === link.campaignId) return;
  if (known !== undefined) throw appError('conflict', (m) => m.errors.store.linkTaken({ link: nameOf(link), campaign: known.campaign }));
  connection.statement(INSERT_LINK).run(link.origin, link.kind, link.value, link.campaignId);
  refuseForeignPages(connection, { campaignId: link.campaignId });
  recordActivity(connection, OperatorAction.linkCampaign, `campanha:${link.campaignId}`, nameOf(link), operator);
}

function nameOf({ origin, kind, value }: Omit<CampaignLink, 'campaignId'>): string {
  return `${origin} ${kind} ${value}`;
}

export function unlinkCampaign(connection: Connection, link: Omit<CampaignLink, 'campaignId'>, operator: Operator): boolean {
  const removed = connection.statement(DELETE_LINK).run(link.origin, link.kind, link.value).changes !== 0;
  if (removed) recordActivity(connection, OperatorAction.unlinkCampaign, nameOf(link), '', operator);
  return removed;
}

function requireCampaign(connection: Connection, id: string): CampaignView {
  const campaign = findCampaign(connection, id);
  if (campaign === null) throw appError('not_found', (m) => m.errors.store.noCampaign({ id }));
  return campaign;
}

function refuseWhileUsed(text: ErrorPick, remove: () => unknown): void {
  try {
    remove();
  } catch (error) {
    if (isConstraintError(error)) throw appError('conflict', text, { cause: error });
    throw error;
  }
}
