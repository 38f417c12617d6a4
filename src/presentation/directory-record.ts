/** Clients, their users and campaigns. */

import { PLATFORMS } from '../domain/conversion.ts';
import type { CampaignLink, CampaignView, Client, ClientSummary, LeadCount, User } from '../domain/directory.ts';
import type { AccountName } from '../domain/platform-account.ts';
import { accountsOfClient } from './account-record.ts';
import { ownerlessAccountsText } from './ownerless-accounts-text.ts';
import { count, itemsOf, list, oneOf, orMore, pageOf, record, rowId, text, time, word } from './record.ts';

export const clientRecord = record<Client>()(
  { cliente_id: rowId.of('id'), nome: text.of('name'), criado_em: time.of('createdAt') },
  'Client',
  'A company that leads are collected for.',
);

/** A client that was just added, and how this affects conversions. */
export const addedClientRecord = record<Client & { readonly ownerless: readonly AccountName[] }>()({
  ...clientRecord.fields,
  observacoes: list(text).of(
    ({ ownerless }) => (ownerless.length === 0 ? [] : [ownerlessAccountsText(ownerless).en]),
    'What having another client changes: whether conversions wait from now on, and what to do.',
  ),
});

/** Includes the name of the client if known. */
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
  'A person of a client who gets leads.',
);

export const linkRecord = record<CampaignLink>()(
  {
    origem: oneOf(PLATFORMS).of('origin'),
    tipo: oneOf(['campaign', 'form', 'page']).of('kind'),
    valor: text.of('value'),
    campanha_id: text.of('campaignId'),
  },
  'CampaignLink',
  'A platform ID that is linked to a campaign.',
);

/** Includes the names of its client and user, and its links. */
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
  'A campaign with its client and user.',
);

/** The cursor is a campaign id. */
export const campaignPage = pageOf(campaignRecord, text);

const leadCount = record<LeadCount>()({ total: count.of('count'), ou_mais: orMore.of('atLeast') });

const failure = record<LeadCount & { readonly code: string }>()({ erro_codigo: text.of('code'), ...leadCount.fields });

interface WithLeads {
  readonly leads: LeadCount;
  readonly failures: readonly (LeadCount & { readonly code: string })[];
}

const withLeads = record<WithLeads>()({
  leads: leadCount.of('leads'),
  falhas: list(failure).of('failures', 'Failed events with a cause that may be fixed by now; `repetir` retries them.'),
});

export const campaignDetailRecord = record<CampaignView & WithLeads>()(
  { ...campaignRecord.fields, ...withLeads.fields },
  'CampaignDetail',
  'A campaign with its number of leads.',
);

export const campaignRemoved = record<Pick<CampaignView, 'id' | 'name'>>()({ campanha_id: text.of('id'), nome: text.of('name') });

export const clientListRecord = itemsOf(
  record<ClientSummary>()(
    { ...clientRecord.fields, campanhas: count.of('campaigns'), usuarios: count.of('users') },
    'ClientSummary',
    'A client with its number of campaigns and users.',
  ),
);

/** Everything about a client. Context: the time at which the states of its accounts are judged. */
export const clientDetailRecord = record<
  Client &
    WithLeads & { readonly campaigns: readonly CampaignView[]; readonly users: readonly User[] } & Parameters<
      typeof accountsOfClient.emit
    >[0],
  number
>()(
  {
    ...clientRecord.fields,
    campanhas: list(campaignRecord).of('campaigns', 'The first 50. For all, list campaigns with `cliente`.'),
    usuarios: list(userRecord).of('users'),
    ...withLeads.fields,
    ...accountsOfClient.fields,
  },
  'ClientDetail',
  'A client with its campaigns, users, connected accounts and number of leads.',
);
