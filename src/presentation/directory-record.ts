/** Clients, their users and campaigns. */
import type { CampaignLink, CampaignView, Client, ClientSummary, LeadCount, User } from '../domain/directory.ts';
import type { AccountName } from '../domain/platform-account.ts';
import { accountsOfClient } from './account-record.ts';
import { ownerlessAccountsText } from './ownerless-accounts-text.ts';
import { count, itemsOf, list, oneOf, orMore, pageOf, record, rowId, text, time, word } from './record.ts';

export const clientRecord = record<Client>()(
  { cliente_id: rowId.of('id'), nome: text.of('name'), criado_em: time.of('createdAt') },
  'Client',
  'A customer of the agency.',
);

/** A client that was just added, with what that changes for conversions. */
export const addedClientRecord = record<Client & { readonly ownerless: readonly AccountName[] }>()({
  ...clientRecord.fields,
  observacoes: list(text).of(
    ({ ownerless }) => (ownerless.length === 0 ? [] : [ownerlessAccountsText(ownerless).en]),
    'What having another client changes: whether conversions wait from now on, and what to do.',
  ),
});

/** With the name of the client where that is known. */
export const userRecord = record<User & { readonly clientName?: string }>()(
  {
    usuario_id: rowId.of('id'),
    cliente_id: rowId.of('clientId'),
    cliente: text.optional.of(({ clientName }) => clientName),
    nome: text.nullable.of('name'),
    email: text.of('email'),
    criado_em: time.of('createdAt'),
  },
  'User',
  'A person who works leads of one client.',
);

export const linkRecord = record<CampaignLink>()(
  {
    origem: oneOf(['search_ads', 'social_ads']).of('origin'),
    tipo: oneOf(['campaign', 'form', 'page']).of('kind'),
    valor: text.of('value'),
    campanha_id: text.of('campaignId'),
  },
  'CampaignLink',
  'Ties an id of a platform to a campaign.',
);

/** With the names of whom it belongs to, and its links. */
export const campaignRecord = record<CampaignView>()(
  {
    campanha_id: word.of('id'),
    nome: text.of('name'),
    cliente_id: rowId.of('clientId'),
    cliente: text.of('clientName'),
    usuario_id: rowId.nullable.of('userId'),
    usuario: text.nullable.of('userEmail'),
    vinculos: list(linkRecord).of('links'),
    criado_em: time.of('createdAt'),
  },
  'Campaign',
  'A campaign: whom its leads belong to.',
);

/** The cursor is the id of a campaign. */
export const campaignPage = pageOf(campaignRecord, text);

const leadCount = record<LeadCount>()({ total: count.of('count'), ou_mais: orMore.of('atLeast') });

const failure = record<LeadCount & { readonly code: string }>()({ erro_codigo: text.of('code'), ...leadCount.fields });

interface WithLeads {
  readonly leads: LeadCount;
  readonly failures: readonly (LeadCount & { readonly code: string })[];
}

const withLeads = record<WithLeads>()({
  leads: leadCount.of('leads'),
  falhas: list(failure).of('failures', 'Failed events with a cause that may be mended by now; `repetir` runs them again.'),
});

export const campaignDetailRecord = record<CampaignView & WithLeads>()(
  { ...campaignRecord.fields, ...withLeads.fields },
  'CampaignDetail',
  'A campaign, and how many leads it has.',
);

export const campaignRemoved = record<Pick<CampaignView, 'id' | 'name'>>()({ campanha_id: text.of('id'), nome: text.of('name') });

export const clientListRecord = itemsOf(
  record<ClientSummary>()(
    { ...clientRecord.fields, campanhas: count.of('campaigns'), usuarios: count.of('users') },
    'ClientSummary',
    'A client and how much belongs to it.',
  ),
);

/** All there is of a client: its accounts are as they are at the moment beside it. */
export const clientDetailRecord = record<
  Client &
    WithLeads & { readonly campaigns: readonly CampaignView[]; readonly users: readonly User[] } & Parameters<
      typeof accountsOfClient.emit
    >[0],
  number
>()(
  {
    ...clientRecord.fields,
    campanhas: list(campaignRecord).of('campaigns', 'The first 50; all of them are in the list of campaigns with `cliente`.'),
    usuarios: list(userRecord).of('users'),
    ...withLeads.fields,
    ...accountsOfClient.fields,
  },
  'ClientDetail',
  'A client, its campaigns, users and accounts at the platforms, and how many leads it has.',
);
