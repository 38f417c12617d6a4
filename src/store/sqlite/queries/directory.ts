import { searchableText } from '../../../base/text.ts';
import {
  type CampaignView,
  type Client,
  type ClientSummary,
  COUNTED_LEADS,
  type LeadCount,
  type Routing,
  type RoutingRequest,
  type User,
} from '../../../domain/directory.ts';
import type { CampaignQuery } from '../../../domain/ports.ts';
import type { Page } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import {
  type CampaignRow,
  type ClientRow,
  type LinkRow,
  toCampaign,
  toClient,
  toLink,
  toUser,
  type UserRow,
} from '../rows/directory-rows.ts';
import { rowId, textId } from '../rows/row-id.ts';

const CAMPAIGN_ROUTING = 'select id, cliente_id, usuario_id from campanhas where id = ?';

const LINK_ROUTING = `
select c.id, c.cliente_id, c.usuario_id
from campanha_vinculos v join campanhas c on c.id = v.campanha_id
where v.origem = ? and v.tipo = ? and v.valor = ?`;

const PAGE_ROUTING = "select cliente_id from contas_cliente where plataforma = 'social_ads' and tipo = 'page' and conta = ?";

const CLIENT_BY_ID = 'select * from clientes where id = ?';

const CLIENT_BY_NAME = 'select * from clientes where nome = ?';

const CLIENTS = 'select * from clientes order by nome, id';

const CLIENT_SUMMARIES = `
select c.*,
  (select count(*) from campanhas where cliente_id = c.id) as campanhas,
  (select count(*) from usuarios where cliente_id = c.id) as usuarios
from clientes c order by c.nome, c.id`;

const USER_VIEW = 'select u.*, c.nome as cliente_nome from usuarios u join clientes c on c.id = u.cliente_id';

const USER_BY_ID = `${USER_VIEW} where u.id = ?`;

const USERS = `${USER_VIEW} where ? is null or u.cliente_id = ? order by c.nome, u.email`;

const CAMPAIGN_VIEW = `
select c.*, l.nome as cliente_nome, u.email as usuario_email
from campanhas c join clientes l on l.id = c.cliente_id left join usuarios u on u.id = c.usuario_id`;

const CAMPAIGN_BY_ID = `${CAMPAIGN_VIEW} where c.id = ?`;

const CAMPAIGNS = `${CAMPAIGN_VIEW} where ? is null or c.cliente_id = ? order by l.nome, c.nome, c.id`;

const CAMPAIGNS_LINKED_TO = 'select campanha_id from campanha_vinculos where valor = ?';

const LEADS_OF_CLIENT = `select count(*) as total from (select 1 from leads where cliente_id = ? limit ${COUNTED_LEADS + 1})`;

const LEADS_OF_CAMPAIGN = `select count(*) as total from (select 1 from leads where campanha_id = ? limit ${COUNTED_LEADS + 1})`;

const LINKS_OF_CAMPAIGN = 'select * from campanha_vinculos where campanha_id = ? order by origem, tipo, valor';

type UserView = User & { readonly clientName: string };
type UserViewRow = UserRow & { readonly cliente_nome: string };
type RoutingRow = Pick<CampaignRow, 'id' | 'cliente_id' | 'usuario_id'>;
type ClientSummaryRow = ClientRow & { readonly campanhas: number; readonly usuarios: number };
type CampaignViewRow = CampaignRow & { readonly cliente_nome: string; readonly usuario_email: string | null };

/** Reads of master data; used by the read connection, and by writes that look before they change. */
export class DirectoryQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A batch names few campaigns, so each is looked up once. */
  resolveAll(requests: readonly RoutingRequest[]): readonly (Routing | null)[] {
    const known = new Map<string, Routing | null>();
    return requests.map((request) => {
      const key = JSON.stringify(request);
      const found = known.get(key) ?? (known.has(key) ? null : this.#resolve(request));
      known.set(key, found);
      return found;
    });
  }

  #resolve(request: RoutingRequest): Routing | null {
    return (
      this.#resolveCampaign(request) ??
      this.#resolveLinks(request) ??
      this.#resolvePage(request) ??
      (request.clientId === null ? null : this.#resolveClient(request.clientId))
    );
  }

  findClientByName(name: string): Client | null {
    const row = this.#connection.statement(CLIENT_BY_NAME).get(name) as ClientRow | undefined;
    return row === undefined ? null : toClient(row);
  }

  /** A name of digits only is still found by name when no client has that id. */
  findClient(idOrName: string): Client | null {
    const row = this.#connection.statement(CLIENT_BY_ID).get(rowId(idOrName)) as ClientRow | undefined;
    return row === undefined ? this.findClientByName(idOrName) : toClient(row);
  }

  listClients(): readonly Client[] {
    return (this.#connection.statement(CLIENTS).all() as ClientRow[]).map(toClient);
  }

  summarizeClients(): readonly ClientSummary[] {
    const rows = this.#connection.statement(CLIENT_SUMMARIES).all() as ClientSummaryRow[];
    return rows.map((row) => ({ ...toClient(row), campaigns: row.campanhas, users: row.usuarios }));
  }

  listUsers(clientId: string | null): readonly UserView[] {
    const id = clientId === null ? null : rowId(clientId);
    return (this.#connection.statement(USERS).all(id, id) as UserViewRow[]).map(toUserView);
  }

  findUser(id: string): UserView | null {
    const row = this.#connection.statement(USER_BY_ID).get(rowId(id)) as UserViewRow | undefined;
    return row === undefined ? null : toUserView(row);
  }

  listCampaigns(clientId: string | null): readonly CampaignView[] {
    const id = clientId === null ? null : rowId(clientId);
    const rows = this.#connection.statement(CAMPAIGNS).all(id, id) as CampaignViewRow[];
    return rows.map((row) => this.#campaignView(row));
  }

  /** All are read, in their order, but only the links of the page: 10,000 campaigns take 25 ms, and 50 ms with words. */
  searchCampaigns(clientId: string | null, { text, before, limit }: Omit<CampaignQuery, 'client'>): Page<CampaignView> {
    const id = clientId === null ? null : rowId(clientId);
    const rows = this.#connection.statement(CAMPAIGNS).all(id, id) as CampaignViewRow[];
    const found = text === undefined || text.trim() === '' ? rows : rows.filter(this.#campaignMatcher(text));
    const start = before === undefined ? 0 : found.findIndex((row) => row.id === before) + 1;
    const items = found.slice(start, start + limit);
    const isMore = found.length > start + limit;
    return { items: items.map((row) => this.#campaignView(row)), nextCursor: isMore ? (items.at(-1)?.id ?? null) : null };
  }

  #campaignMatcher(text: string): (row: CampaignViewRow) => boolean {
    const words = searchableText(text).split(/\s+/u);
    const linked = this.#connection.statement(CAMPAIGNS_LINKED_TO).all(text.trim()) as { readonly campanha_id: string }[];
    const linkedIds = new Set(linked.map((link) => link.campanha_id));
    return (row) => {
      const place = searchableText(`${row.id} ${row.nome} ${row.cliente_nome}`);
      return linkedIds.has(row.id) || words.every((word) => place.includes(word));
    };
  }

  countLeads(of: { readonly clientId: string } | { readonly campaignId: string }): LeadCount {
    const row =
      'clientId' in of
        ? this.#connection.statement(LEADS_OF_CLIENT).get(rowId(of.clientId))
        : this.#connection.statement(LEADS_OF_CAMPAIGN).get(of.campaignId);
    const { total } = row as { readonly total: number };
    return { count: Math.min(total, COUNTED_LEADS), atLeast: total > COUNTED_LEADS };
  }

  findCampaign(id: string): CampaignView | null {
    const row = this.#connection.statement(CAMPAIGN_BY_ID).get(id) as CampaignViewRow | undefined;
    return row === undefined ? null : this.#campaignView(row);
  }

  #campaignView(row: CampaignViewRow): CampaignView {
    const links = (this.#connection.statement(LINKS_OF_CAMPAIGN).all(row.id) as LinkRow[]).map(toLink);
    return { ...toCampaign(row), clientName: row.cliente_nome, userEmail: row.usuario_email, links };
  }

  #resolveCampaign({ campaignId }: RoutingRequest): Routing | null {
    if (campaignId === null) return null;
    return toRouting(this.#connection.statement(CAMPAIGN_ROUTING).get(campaignId) as RoutingRow | undefined);
  }

  #resolveLinks({ links }: RoutingRequest): Routing | null {
    for (const link of links) {
      const row = this.#connection.statement(LINK_ROUTING).get(link.origin, link.kind, link.value) as RoutingRow | undefined;
      if (row !== undefined) return toRouting(row);
    }
    return null;
  }

  /** A page that no link names makes its leads those of the client that has it. */
  #resolvePage({ links }: RoutingRequest): Routing | null {
    const page = links.find(({ origin, kind }) => origin === 'social_ads' && kind === 'page');
    if (page === undefined) return null;
    const row = this.#connection.statement(PAGE_ROUTING).get(page.value) as Pick<CampaignRow, 'cliente_id'> | undefined;
    return row === undefined ? null : { clientId: textId(row.cliente_id), userId: null, campaignId: null };
  }

  #resolveClient(clientId: string): Routing | null {
    const row = this.#connection.statement(CLIENT_BY_ID).get(rowId(clientId)) as ClientRow | undefined;
    return row === undefined ? null : { clientId: textId(row.id), userId: null, campaignId: null };
  }
}

function toUserView(row: UserViewRow): UserView {
  return { ...toUser(row), clientName: row.cliente_nome };
}

function toRouting(row: RoutingRow | undefined): Routing | null {
  if (row === undefined) return null;
  return { clientId: textId(row.cliente_id), userId: row.usuario_id === null ? null : textId(row.usuario_id), campaignId: row.id };
}
