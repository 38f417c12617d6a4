import { AppError } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { isClientId, LARGEST_CLIENT_ID } from '../../../domain/client-id.ts';
import type { Campaign, CampaignLink, CampaignView, Client, User } from '../../../domain/directory.ts';
import type { CampaignInput, Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { clientNotFound, SHOW_CLIENTS } from '../directory-errors.ts';
import { isConstraintError } from '../errors.ts';
import { DirectoryQueries } from '../queries/directory.ts';
import { type LinkRow, toUser, type UserRow } from '../rows/directory-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';
import { recordActivity } from './control.ts';
import { refuseWhileSecretsAreLimitedTo } from './named-secrets.ts';
import { refuseForeignPages } from './page-owners.ts';

const INSERT_CLIENT = 'insert into clientes (id, nome, criado_em) values (?, ?, ?)';

/**
 * The id after the largest that a client ever had. SQLite itself would give the id of the last one again when it was removed; but senders
 * may go on naming it (`cliente_id`), and their leads must not become somebody else's. The log of operators keeps every removal.
 */
const NEXT_CLIENT_ID = `
select ifnull(max(id), 0) + 1 as id from (
  select max(id) as id from clientes where id < ${LARGEST_CLIENT_ID}
  union all
  select max(cast(substr(alvo, length('cliente:') + 1) as integer)) from registro_operadores
  where acao = 'client remove' and cast(substr(alvo, length('cliente:') + 1) as integer) < ${LARGEST_CLIENT_ID})`;

const RENAME_CLIENT = 'update clientes set nome = ? where id = ?';
const DELETE_CONSENT = 'delete from consentimento_cliente where cliente_id = ?';
const DELETE_CLIENT = 'delete from clientes where id = ?';
const INSERT_USER = 'insert into usuarios (cliente_id, nome, email, criado_em) values (?, ?, ?, ?)';
const DELETE_USER = 'delete from usuarios where id = ?';
const FIND_USER = 'select * from usuarios where id = ?';
const FIND_USER_BY_EMAIL = 'select * from usuarios where cliente_id = ? and email = ?';
const INSERT_CAMPAIGN = 'insert into campanhas (id, cliente_id, usuario_id, nome, criado_em) values (?, ?, ?, ?, ?)';
const UPDATE_CAMPAIGN = 'update campanhas set cliente_id = ?, usuario_id = ?, nome = ? where id = ?';
const DELETE_CAMPAIGN = 'delete from campanhas where id = ?';
const FIND_LINK = 'select * from campanha_vinculos where origem = ? and tipo = ? and valor = ?';
const INSERT_LINK = 'insert into campanha_vinculos (origem, tipo, valor, campanha_id) values (?, ?, ?, ?)';
const DELETE_LINK = 'delete from campanha_vinculos where origem = ? and tipo = ? and valor = ?';

const SHOW_USERS = { en: '`lead-intake user list` shows them all.', pt: '`lead-intake user list` mostra todos.' };

export function addClient(
  connection: Connection,
  input: { readonly id: string | null; readonly name: string },
  operator: Operator,
): Client {
  const directory = new DirectoryQueries(connection);
  const id = input.id === null ? null : clientRow(input.id);
  if (id !== null && directory.findClient(textId(id))?.id === textId(id)) {
    const message = { en: `A client with id ${id} exists already.`, pt: `Já existe um cliente com o id ${id}.` };
    throw new AppError('conflict', message, { hint: SHOW_CLIENTS });
  }
  if (directory.findClientByName(input.name) !== null) throw nameTaken(input.name);
  const client: Client = { id: textId(id ?? nextClientId(connection)), name: input.name, createdAt: operator.now };
  connection.statement(INSERT_CLIENT).run(rowId(client.id), client.name, client.createdAt);
  recordActivity(connection, 'client add', `cliente:${client.id}`, '', operator);
  return client;
}

function nextClientId(connection: Connection): number {
  return (connection.statement(NEXT_CLIENT_ID).get() as { readonly id: number }).id;
}

function nameTaken(name: string): AppError {
  const message = { en: `A client named "${name}" exists already.`, pt: `Já existe um cliente com o nome "${name}".` };
  return new AppError('conflict', message, { hint: SHOW_CLIENTS });
}

export function renameClient(connection: Connection, idOrName: string, name: string, operator: Operator): Client {
  const client = requireClient(connection, idOrName);
  if (client.name === name) return client;
  if (new DirectoryQueries(connection).findClientByName(name) !== null) throw nameTaken(name);
  connection.statement(RENAME_CLIENT).run(name, rowId(client.id));
  recordActivity(connection, 'client rename', `cliente:${client.id}`, `"${client.name}" → "${name}"`, operator);
  return { ...client, name };
}

function clientRow(id: string): number {
  if (isClientId(id)) return rowId(id);
  const message = { en: `"${id}" cannot be the id of a client.`, pt: `"${id}" não pode ser o id de um cliente.` };
  const hint = { en: 'Use a whole number of at most 15 digits.', pt: 'Use um número inteiro de no máximo 15 dígitos.' };
  throw new AppError('invalid_input', message, { hint });
}

export function removeClient(connection: Connection, idOrName: string, operator: Operator): Client {
  const client = requireClient(connection, idOrName);
  refuseWhileSecretsAreLimitedTo(connection, client.id);
  refuseWhileUsed(
    {
      en: `Client "${client.name}" still has campaigns, users, leads or accounts at the platforms.`,
      pt: `O cliente "${client.name}" ainda tem campanhas, usuários, leads ou contas nas plataformas.`,
    },
    {
      en: 'Remove its campaigns, users and accounts first; a client with leads stays.',
      pt: 'Remova antes as campanhas, os usuários e as contas dele; um cliente com leads permanece.',
    },
    () => {
      connection.statement(DELETE_CONSENT).run(rowId(client.id));
      connection.statement(DELETE_CLIENT).run(rowId(client.id));
    },
  );
  recordActivity(connection, 'client remove', `cliente:${client.id}`, '', operator);
  return client;
}

export function addUser(
  connection: Connection,
  input: { readonly client: string; readonly email: string; readonly name: string | null },
  operator: Operator,
): User {
  const client = requireClient(connection, input.client);
  if (connection.statement(FIND_USER_BY_EMAIL).get(rowId(client.id), input.email) !== undefined) {
    const message = {
      en: `Client "${client.name}" has a user with this e-mail already.`,
      pt: `O cliente "${client.name}" já tem um usuário com este e-mail.`,
    };
    throw new AppError('conflict', message, { hint: SHOW_USERS });
  }
  return insertUser(connection, client, input.email, input.name, operator);
}

function insertUser(connection: Connection, client: Client, email: string, name: string | null, operator: Operator): User {
  const inserted = connection.statement(INSERT_USER).run(rowId(client.id), name, email, operator.now);
  const id = textId(inserted.lastInsertRowid);
  recordActivity(connection, 'user add', `usuario:${id}`, `cliente:${client.id}`, operator);
  return { id, clientId: client.id, name, email, createdAt: operator.now };
}

export function removeUser(connection: Connection, id: string, operator: Operator): User {
  const row = connection.statement(FIND_USER).get(rowId(id)) as UserRow | undefined;
  if (row === undefined) {
    throw new AppError('not_found', { en: `There is no user ${id}.`, pt: `O usuário ${id} não existe.` }, { hint: SHOW_USERS });
  }
  refuseWhileUsed(
    { en: 'The user still has campaigns.', pt: 'O usuário ainda tem campanhas.' },
    {
      en: 'Give its campaigns another user with `lead-intake campaign import --replace`, or remove them.',
      pt: 'Passe as campanhas para outro usuário com `lead-intake campaign import --replace`, ou remova-as.',
    },
    () => connection.statement(DELETE_USER).run(row.id),
  );
  recordActivity(connection, 'user remove', `usuario:${id}`, '', operator);
  return toUser(row);
}

export function addCampaigns(
  connection: Connection,
  inputs: readonly CampaignInput[],
  options: { readonly replace: boolean },
  operator: Operator,
): readonly CampaignView[] {
  const directory = new DirectoryQueries(connection);
  for (const input of inputs) {
    if (!options.replace && directory.findCampaign(input.id) !== null) throw campaignExists(input.id);
    saveCampaign(connection, input, operator);
  }
  return inputs.flatMap((input) => directory.findCampaign(input.id) ?? []);
}

/** Adds a campaign, or changes the one with this id; a client and a user that are not there yet are made. */
function saveCampaign(connection: Connection, input: CampaignInput, operator: Operator): void {
  const directory = new DirectoryQueries(connection);
  const exists = directory.findCampaign(input.id) !== null;
  const client = directory.findClient(input.client) ?? addClient(connection, { id: null, name: input.client }, operator);
  const userRow = input.user === null ? null : rowId(ensureUser(connection, client, input.user, operator).id);
  if (exists) connection.statement(UPDATE_CAMPAIGN).run(rowId(client.id), userRow, input.name, input.id);
  else connection.statement(INSERT_CAMPAIGN).run(input.id, rowId(client.id), userRow, input.name, operator.now);
  for (const link of input.links ?? []) linkCampaign(connection, { ...link, campaignId: input.id }, operator);
  refuseForeignPages(connection, { campaignId: input.id });
  recordActivity(connection, exists ? 'campaign update' : 'campaign add', `campanha:${input.id}`, `cliente:${client.id}`, operator);
}

export function updateCampaign(connection: Connection, input: Omit<CampaignInput, 'links'>, operator: Operator): CampaignView {
  requireCampaign(connection, input.id);
  saveCampaign(connection, input, operator);
  return requireCampaign(connection, input.id);
}

function campaignExists(id: string): AppError {
  const message = { en: `A campaign with id ${id} exists already.`, pt: `Já existe uma campanha com o id ${id}.` };
  const hint = {
    en: '`lead-intake campaign show ID` shows it; `campaign import --replace` updates existing ones.',
    pt: '`lead-intake campaign show ID` mostra a campanha; `campaign import --replace` atualiza as que existem.',
  };
  return new AppError('conflict', message, { hint });
}

function ensureUser(connection: Connection, client: Client, email: string, operator: Operator): User {
  const row = connection.statement(FIND_USER_BY_EMAIL).get(rowId(client.id), email) as UserRow | undefined;
  return row === undefined ? insertUser(connection, client, email, null, operator) : toUser(row);
}

export function removeCampaign(connection: Connection, id: string, operator: Operator): Campaign {
  const campaign = requireCampaign(connection, id);
  refuseWhileUsed(
    { en: `Campaign "${campaign.name}" still has leads.`, pt: `A campanha "${campaign.name}" ainda tem leads.` },
    {
      en: 'It stays, so that they keep where they came from. To stop new leads, take its links off with `lead-intake campaign link --remove`.',
      pt: 'Ela permanece, para que eles não percam a origem. Para não receber novos leads, retire os vínculos com `lead-intake campaign link --remove`.',
    },
    () => connection.statement(DELETE_CAMPAIGN).run(id),
  );
  recordActivity(connection, 'campaign remove', `campanha:${id}`, `cliente:${campaign.clientId}`, operator);
  return campaign;
}

export function linkCampaign(connection: Connection, link: CampaignLink, operator: Operator): void {
  requireCampaign(connection, link.campaignId);
  const known = connection.statement(FIND_LINK).get(link.origin, link.kind, link.value) as LinkRow | undefined;
  if (known?.campanha_id === link.campaignId) return;
  if (known !== undefined) throw linkedElsewhere(link, known.campanha_id);
  connection.statement(INSERT_LINK).run(link.origin, link.kind, link.value, link.campaignId);
  refuseForeignPages(connection, { campaignId: link.campaignId });
  recordActivity(connection, 'campaign link', `campanha:${link.campaignId}`, `${link.origin} ${link.kind} ${link.value}`, operator);
}

function linkedElsewhere(link: CampaignLink, campaignId: string): AppError {
  const name = `${link.origin} ${link.kind} ${link.value}`;
  const message = {
    en: `The ${name} is linked to campaign ${campaignId} already.`,
    pt: `O vínculo ${name} já é da campanha ${campaignId}.`,
  };
  const hint = {
    en: `Unlink it there first: lead-intake campaign link ${campaignId} --remove …`,
    pt: `Desfaça antes o vínculo lá: lead-intake campaign link ${campaignId} --remove …`,
  };
  return new AppError('conflict', message, { hint });
}

export function unlinkCampaign(connection: Connection, link: Omit<CampaignLink, 'campaignId'>, operator: Operator): boolean {
  const removed = connection.statement(DELETE_LINK).run(link.origin, link.kind, link.value).changes !== 0;
  if (removed) recordActivity(connection, 'campaign unlink', `${link.origin} ${link.kind} ${link.value}`, '', operator);
  return removed;
}

export function requireClient(connection: Connection, idOrName: string): Client {
  const client = new DirectoryQueries(connection).findClient(idOrName);
  if (client !== null) return client;
  throw clientNotFound(idOrName);
}

function requireCampaign(connection: Connection, id: string): CampaignView {
  const campaign = new DirectoryQueries(connection).findCampaign(id);
  if (campaign !== null) return campaign;
  const hint = { en: '`lead-intake campaign list` shows them all.', pt: '`lead-intake campaign list` mostra todas.' };
  throw new AppError('not_found', { en: `There is no campaign ${id}.`, pt: `A campanha ${id} não existe.` }, { hint });
}

function refuseWhileUsed(message: Translated<string>, hint: Translated<string>, remove: () => unknown): void {
  try {
    remove();
  } catch (error) {
    if (isConstraintError(error)) throw new AppError('conflict', message, { hint, cause: error });
    throw error;
  }
}
