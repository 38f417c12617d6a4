import { searchableText } from '../../../base/text.ts';
import { Platform } from '../../../domain/conversion.ts';
import {
  type Campaign,
  type CampaignLink,
  type CampaignView,
  type Client,
  type ClientSummary,
  COUNTED_LEADS,
  type LeadCount,
  type Routing,
  type RoutingRequest,
  type User,
} from '../../../domain/directory.ts';
import { foldedName } from '../../../domain/directory-rules.ts';
import { Origin } from '../../../domain/origin.ts';
import type { CampaignQuery } from '../../../domain/ports.ts';
import type { Page } from '../../../domain/report-ports.ts';
import { notFound } from '../../../messages/messages.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder } from '../in-order.ts';
import { allOfThem, type Fields, id, idOrNull, oneOrNull, reading, rowId } from '../rows/fields.ts';
import { totalOf, valuesOf } from './walk.ts';

const CLIENT: Fields<Client> = { id: id('id'), name: 'nome', createdAt: 'criado_em' };

const toClient = reading(CLIENT);

const toClientSummary = reading<ClientSummary>({ ...CLIENT, campaigns: 'campanhas', users: 'usuarios' });

type UserView = User & { readonly clientName: string };

const toUser = reading<UserView>({
  id: id('id'),
  clientId: id('cliente_id'),
  name: 'nome',
  email: 'email',
  createdAt: 'criado_em',
  clientName: 'cliente_nome',
});

const toLink = reading<CampaignLink>({ origin: 'origem', kind: 'tipo', value: 'valor', campaignId: 'campanha_id' });

const toCampaign = reading<Campaign & Pick<CampaignView, 'clientName' | 'userEmail'>>({
  id: 'id',
  clientId: id('cliente_id'),
  userId: idOrNull('usuario_id'),
  name: 'nome',
  createdAt: 'criado_em',
  clientName: 'cliente_nome',
  userEmail: 'usuario_email',
});

interface CampaignRow {
  readonly id: string;
  readonly nome: string;
  readonly cliente_nome: string;
}

const toRouting = reading<Routing>({ campaignId: 'id', clientId: id('cliente_id'), userId: idOrNull('usuario_id') });

const routingOfCampaign = oneOrNull('select id, cliente_id, usuario_id from campanhas where id = ?', toRouting);

const routingOfLink = oneOrNull(
  `
  select c.id, c.cliente_id, c.usuario_id
  from campanha_vinculos v join campanhas c on c.id = v.campanha_id
  where v.origem = ? and v.tipo = ? and v.valor = ?`,
  toRouting,
);

const routingOfPage = oneOrNull(
  `
  select null as id, cliente_id, null as usuario_id
  from contas_cliente where plataforma = '${Platform.socialAds}' and tipo = 'page' and conta = ?`,
  toRouting,
);

const routingOfClient = oneOrNull('select null as id, id as cliente_id, null as usuario_id from clientes where id = ?', toRouting);

const CLIENT_SUMMARIES = `
select c.*,
  (select count(*) from campanhas where cliente_id = c.id) as campanhas,
  (select count(*) from usuarios where cliente_id = c.id) as usuarios
from clientes c order by c.nome, c.id`;

const USERS = 'select u.*, c.nome as cliente_nome from usuarios u join clientes c on c.id = u.cliente_id';

const CAMPAIGN_VIEW = `
select c.*, l.nome as cliente_nome, u.email as usuario_email
from campanhas c join clientes l on l.id = c.cliente_id left join usuarios u on u.id = c.usuario_id`;

const CAMPAIGN_BY_ID = `${CAMPAIGN_VIEW} where c.id = ?`;

const CAMPAIGNS = `${CAMPAIGN_VIEW} where cast(? as bigint) is null or c.cliente_id = ? order by l.nome, c.nome, c.id`;

const CAMPAIGNS_LINKED_TO = 'select campanha_id as value from campanha_vinculos where valor = ?';

const leadsWhere = (column: string): string =>
  `select count(*) as total from (select 1 from leads where ${column} = ? limit ${COUNTED_LEADS + 1}) counted`;

const linksOf = allOfThem('select * from campanha_vinculos where campanha_id = ? order by origem, tipo, valor', toLink);

const clientById = oneOrNull('select * from clientes where id = ?', toClient);

const clientByFoldedName = oneOrNull('select * from clientes where nome_dobrado = ?', toClient);

export const listClients = allOfThem(CLIENT_SUMMARIES, toClientSummary);

const userById = oneOrNull(`${USERS} where u.id = ?`, toUser);

export const userByEmail = oneOrNull(`${USERS} where u.cliente_id = ? and u.email = ?`, toUser);

const users = allOfThem(`${USERS} where cast(? as bigint) is null or u.cliente_id = ? order by c.nome, u.email`, toUser);

/** The client whose name is the same by `foldedName`. */
export async function findClientByName(connection: Connection, name: string): Promise<Client | null> {
  return await clientByFoldedName(connection, foldedName(name));
}

/** A name that consists of digits is found by name if no client has that id. */
export async function findClient(connection: Connection, idOrName: string): Promise<Client | null> {
  return (await clientById(connection, rowId(idOrName))) ?? (await findClientByName(connection, idOrName));
}

/** @throws AppError `not_found` */
export async function requireClient(connection: Connection, idOrName: string): Promise<Client> {
  const client = await findClient(connection, idOrName);
  if (client === null) throw notFound('client', idOrName);
  return client;
}

export async function listUsers(connection: Connection, client: string | null): Promise<readonly UserView[]> {
  const row = await clientRow(connection, client);
  return await users(connection, row, row);
}

export async function findUser(connection: Connection, userId: string): Promise<UserView | null> {
  return await userById(connection, rowId(userId));
}

/** Reads all campaigns, in order, but the links of the page only: 10,000 campaigns take 25 ms, and 50 ms with a search text. */
export async function listCampaigns(
  connection: Connection,
  { client, text, before, limit = Number.POSITIVE_INFINITY }: CampaignQuery,
): Promise<Page<CampaignView>> {
  const rows = await campaignRows(connection, client ?? null);
  const found = text === undefined || text.trim() === '' ? rows : rows.filter(await campaignMatcher(connection, text));
  const start = before === undefined ? 0 : found.findIndex((row) => row.id === before) + 1;
  const items = found.slice(start, start + limit);
  const isMore = found.length > start + limit;
  return {
    items: await mapInOrder(items, async (row) => await campaignView(connection, row)),
    nextCursor: isMore ? (items.at(-1)?.id ?? null) : null,
  };
}

export async function countLeads(
  connection: Connection,
  of: { readonly clientId: string } | { readonly campaignId: string },
): Promise<LeadCount> {
  const total =
    'clientId' in of
      ? await totalOf(connection, leadsWhere('cliente_id'), rowId(of.clientId))
      : await totalOf(connection, leadsWhere('campanha_id'), of.campaignId);
  return { count: Math.min(total, COUNTED_LEADS), atLeast: total > COUNTED_LEADS };
}

export async function findCampaign(connection: Connection, campaignId: string): Promise<CampaignView | null> {
  const row = await connection.get<CampaignRow>(CAMPAIGN_BY_ID, campaignId);
  return row === undefined ? null : await campaignView(connection, row);
}

/** Finds the client of each event. A batch refers to few campaigns, so each is looked up once. */
export async function resolve(connection: Connection, requests: readonly RoutingRequest[]): Promise<readonly (Routing | null)[]> {
  const known = new Map<string, Routing | null>();
  return await mapInOrder(requests, async (request) => {
    const key = JSON.stringify(request);
    const found = known.get(key) ?? (known.has(key) ? null : await resolveOne(connection, request));
    known.set(key, found);
    return found;
  });
}

/** If no link names the page, its leads go to the client that the page belongs to. */
async function resolveOne(connection: Connection, { campaignId, links, clientId }: RoutingRequest): Promise<Routing | null> {
  const ofCampaign = campaignId === null ? null : await routingOfCampaign(connection, campaignId);
  if (ofCampaign !== null) return ofCampaign;
  for (const { origin, kind, value } of links) {
    const ofLink = await routingOfLink(connection, origin, kind, value);
    if (ofLink !== null) return ofLink;
  }
  const page = links.find(({ origin, kind }) => origin === Origin.socialAds && kind === 'page');
  const ofPage = page === undefined ? null : await routingOfPage(connection, page.value);
  return ofPage ?? (clientId === null ? null : await routingOfClient(connection, rowId(clientId)));
}

/** The id of a client given by id or name; `null` if none is given. */
async function clientRow(connection: Connection, idOrName: string | null): Promise<number | null> {
  return idOrName === null ? null : rowId((await requireClient(connection, idOrName)).id);
}

async function campaignRows(connection: Connection, client: string | null): Promise<readonly CampaignRow[]> {
  const row = await clientRow(connection, client);
  return await connection.all<CampaignRow>(CAMPAIGNS, row, row);
}

async function campaignView(connection: Connection, row: CampaignRow): Promise<CampaignView> {
  return { ...toCampaign(row), links: await linksOf(connection, row.id) };
}

async function campaignMatcher(connection: Connection, text: string): Promise<(row: CampaignRow) => boolean> {
  const words = searchableText(text).split(/\s+/u);
  const linked = new Set(await valuesOf(connection, CAMPAIGNS_LINKED_TO, text.trim()));
  return (row) => {
    const place = searchableText(`${row.id} ${row.nome} ${row.cliente_nome}`);
    return linked.has(row.id) || words.every((word) => place.includes(word));
  };
}
