/** Accounts at the platforms: those from the settings, and those of clients. */

import type { ClientAccount } from '../domain/client-account.ts';
import type { ClientAccountConnected, ConsentRule } from '../domain/client-connections.ts';
import { accountState, type ConnectedAccount } from '../domain/connected-account.ts';
import { PLATFORMS } from '../domain/conversion.ts';
import type { FormCheck } from '../domain/delivery-ports.ts';
import type { Client } from '../domain/directory.ts';
import { ACCOUNT_KINDS, type AccountName } from '../domain/platform-account.ts';
import { faultFields } from './fault-record.ts';
import { count, dictionary, list, oneOf, record, rowId, text, time, within, word, wordFor, yes } from './record.ts';

/** The states of an account, as written in JSON. */
export const ACCOUNT_STATE_WORDS = {
  ok: 'ok',
  unused: 'sem_uso',
  paused: 'pausada',
  away: 'sem_resposta',
  refused: 'recusada',
  unconnected: 'desconectada',
} as const;

export const accountNameRecord = record<AccountName>()({
  plataforma: oneOf(PLATFORMS).of('platform'),
  tipo: oneOf(ACCOUNT_KINDS).of('kind', '`page`: leads are fetched from it. `dataset`, `ads_account`: conversions are sent to it.'),
  conta: word.of('id', 'The platform ID; `*` for every page without its own credential.'),
});

/** The account's fault, if its state is caused by it. */
function faultOf(account: ConnectedAccount, now: number): ConnectedAccount['fault'] {
  return ['paused', 'away', 'refused'].includes(accountState(account, now)) ? account.fault : null;
}

/**
 * An account at a platform; shows where its credential comes from, never the credential. Context: the time at which its state is judged.
 */
export const accountRecord = record<ConnectedAccount, number>()(
  {
    ...accountNameRecord.fields,
    cliente_id: text.nullable.of('owner', 'The client ID; `all`: every client without its own account; null: none.'),
    estado: wordFor(ACCOUNT_STATE_WORDS).of(
      accountState,
      '`sem_uso`: not used yet. `pausada`: rate limited. `sem_resposta`: the platform is unreachable; one job at a time tries again. `recusada`: the credential is not accepted. `desconectada`: no credential.',
    ),
    credencial: record<ConnectedAccount['credential']>()({
      ambiente: text.nullable.of('setting', 'The setting that holds it.'),
      guardada_em: time.nullable.of('keptSince', 'When the one in the database was saved.'),
    }).of('credential', 'Where the credential is stored, never the credential itself.'),
    pausada_ate: time.nullable.of((account, now) => (accountState(account, now) === 'paused' ? account.pausedUntil : null)),
    recusada_desde: time.nullable.of('refusedSince'),
    sem_resposta_desde: time.nullable.of((account, now) =>
      ['away', 'refused'].includes(accountState(account, now)) ? account.awaySince : null,
    ),
    erro_codigo: text.nullable.of((account, now) => faultOf(account, now)?.code ?? null),
    ...faultFields<ConnectedAccount, number>((account, now) => faultOf(account, now)?.params ?? null),
    usada_em: time.nullable.of('lastUsedAt'),
    expira_em: time.nullable.of('expiresAt', 'When the credential expires; null: never or unknown.'),
  },
  'PlatformAccount',
  'A connected account and its state.',
);

/** The result of the last comparison of a form with its platform. */
export const formCheckRecord = record<FormCheck>()(
  {
    formulario_id: text.of('formId'),
    pagina_id: text.nullable.of('pageId'),
    comparado_em: time.of('checkedAt'),
    guardado_ate: time.of('storedUntil', 'All leads up to this time are stored.'),
    encontrados: count.of('found', 'Leads at the platform.'),
    faltavam: count.of('missing', 'Leads that were missing here and are now stored.'),
    recuperados: count.of('recovered', 'Leads that were stored without answers and were processed again with them.'),
    erro_codigo: text.nullable.of(({ fault }) => fault?.code ?? null),
    ...faultFields<FormCheck>(({ fault }) => fault?.params ?? null),
  },
  'FormCheck',
  'The last comparison of the leads of a form with the platform.',
);

type Own = ClientAccount | undefined;

/** Which leads are reported to a client's account; `null` if the settings decide, or if the account is of another kind. */
export const choicesRecord = record<{ readonly own: Own }>()({
  leads_por_contato: yes.nullable.of(
    ({ own }) => (own?.kind === 'ads_account' ? own.enhancedLeads : null),
    'For a Google Ads account: whether leads without a click ID are reported by hashed contact data; null: as in the settings, or another type of account.',
  ),
  etapa_inicial: text.nullable.of(
    ({ own }) => (own?.kind === 'dataset' ? own.initialStage : null),
    'For a Meta dataset: the event name that reports new leads of instant forms; null: none, or as in the settings.',
  ),
});

/** An account used for a client: its own, with the options given when it was connected, or one from the settings. */
type UsedAccount = ConnectedAccount & { readonly own: Own };

const clientAccountRecord = record<UsedAccount, number>()(
  {
    ...accountRecord.fields,
    conta_login: text.nullable.of(({ own }) => own?.loginAccountId ?? null, 'The manager account of a Google Ads account.'),
    acoes: dictionary(text).nullable.of(
      ({ own }) => own?.conversionActions ?? null,
      'Conversion actions by conversion name; null: those from the settings.',
    ),
    ...choicesRecord.fields,
    conectada_em: time.nullable.of(({ own }) => own?.connectedAt ?? null, 'When it was connected; null: it is from the settings.'),
  },
  'ClientAccount',
  'A connected account of a client.',
);

export const consentRecord = record<Pick<ConsentRule, 'mode' | 'keys'>>()({
  modo: oneOf(['required', 'unless_denied']).of('mode'),
  chaves: list(text).of('keys'),
});

interface ClientAccounts {
  readonly accounts: readonly UsedAccount[];
  readonly ownerless: readonly AccountName[];
  readonly waiting: number;
  readonly consent: ConsentRule;
}

export const accountsOfClient = record<ClientAccounts, number>()({
  contas: list(clientAccountRecord).of('accounts', 'Its own accounts and those from the settings that apply to it.'),
  contas_sem_dono: list(accountNameRecord).of(
    'ownerless',
    'Accounts from the settings that belong to no client: there are several clients, and ACCOUNTS_CLIENT is not set.',
  ),
  conversoes_sem_conta: count.of('waiting', 'Number of conversions that wait for an account.'),
  consentimento: consentRecord.nullable.of(
    ({ consent }) => (consent.isOwn ? consent : null),
    'Its own consent rule; null: the rule from the settings applies.',
  ),
});

export interface OfClient {
  readonly client: Client;
}

export const ofClient = {
  cliente_id: rowId.of<OfClient>(({ client }) => client.id),
  cliente: text.of<OfClient>(({ client }) => client.name),
};

export const clientAccountsRecord = record<ClientAccounts & OfClient, number>()({ ...ofClient, ...accountsOfClient.fields });

interface NamedAccount extends OfClient {
  readonly account: AccountName;
}

export const clientAccountName = record<NamedAccount>()({
  ...within(accountNameRecord, ({ account }: NamedAccount) => account),
  ...ofClient,
});

export const connectedAccountRecord = record<NamedAccount & ClientAccountConnected>()({
  ...clientAccountName.fields,
  impressao_digital: text.nullable.of(
    'credential',
    'Names the credential without saying it; null: it is the one of the settings, or the account is a page.',
  ),
  conferida: yes.of('isChecked', 'The platform was asked, and takes the credential.'),
  retomados: count.of('resumed', 'Conversions that waited for the account and run again.'),
});

/** The rule that applies to a client. */
export const consentRuleRecord = record<ConsentRule>()({
  ...consentRecord.fields,
  propria: yes.of('isOwn', 'False: it is the rule of the settings.'),
});

export const consentSetRecord = record<ConsentRule & { readonly clientId: string }>()({
  cliente_id: rowId.of('clientId'),
  ...consentRuleRecord.fields,
});
