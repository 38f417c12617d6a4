/** Accounts at the platforms: of the settings, and of clients. */

import type { ClientAccount } from '../domain/client-account.ts';
import type { ClientAccountConnected, ConsentRule } from '../domain/client-connections.ts';
import { accountState, type ConnectedAccount } from '../domain/connected-account.ts';
import { PLATFORMS } from '../domain/conversion.ts';
import type { FormCheck } from '../domain/delivery-ports.ts';
import type { Client } from '../domain/directory.ts';
import { ACCOUNT_KINDS, type AccountName } from '../domain/platform-account.ts';
import { faultFields } from './fault-record.ts';
import { count, dictionary, list, oneOf, record, rowId, text, time, within, word, wordFor, yes } from './record.ts';

/** The states of an account in the words of JSON. */
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
  tipo: oneOf(ACCOUNT_KINDS).of('kind', '`page`: leads are fetched with it; `dataset`, `ads_account`: conversions are sent to it.'),
  conta: word.of('id', 'The id that the platform gave it; `*`: every page without a credential of its own.'),
});

/** The fault of an account that is kept from working by it. */
function faultOf(account: ConnectedAccount, now: number): ConnectedAccount['fault'] {
  return ['paused', 'away', 'refused'].includes(accountState(account, now)) ? account.fault : null;
}

/** An account at a platform; of its credential only where it comes from. Beside it: the moment at which its state is judged. */
export const accountRecord = record<ConnectedAccount, number>()(
  {
    ...accountNameRecord.fields,
    cliente_id: text.nullable.of('owner', 'The client it belongs to; `all`: every client without an account of its own; null: no client.'),
    estado: wordFor(ACCOUNT_STATE_WORDS).of(
      accountState,
      '`sem_uso`: nothing was asked of it yet. `pausada`: the platform throttles it. `sem_resposta`: the platform does not answer; it is asked again by one job at a time. `recusada`: the platform refuses the credential. `desconectada`: it has none any more.',
    ),
    credencial: record<ConnectedAccount['credential']>()({
      ambiente: text.nullable.of('setting', 'The setting that holds it.'),
      guardada_em: time.nullable.of('keptSince', 'When the one in the database was saved.'),
    }).of('credential', 'Where the credential comes from; never the credential.'),
    pausada_ate: time.nullable.of((account, now) => (accountState(account, now) === 'paused' ? account.pausedUntil : null)),
    recusada_desde: time.nullable.of('refusedSince'),
    sem_resposta_desde: time.nullable.of((account, now) =>
      ['away', 'refused'].includes(accountState(account, now)) ? account.awaySince : null,
    ),
    erro_codigo: text.nullable.of((account, now) => faultOf(account, now)?.code ?? null),
    ...faultFields<ConnectedAccount, number>((account, now) => faultOf(account, now)?.message ?? null),
    usada_em: time.nullable.of('lastUsedAt'),
    expira_em: time.nullable.of('expiresAt', 'When its credential ends; null: never, or nobody knows.'),
  },
  'PlatformAccount',
  'An account at a platform, and how it went with it.',
);

/** What the last comparison of a form with its platform found. */
export const formCheckRecord = record<FormCheck>()(
  {
    formulario_id: text.of('formId'),
    pagina_id: text.nullable.of('pageId'),
    comparado_em: time.of('checkedAt'),
    guardado_ate: time.of('storedUntil', 'Everything the platform had up to here is stored.'),
    encontrados: count.of('found', 'Leads the platform had.'),
    faltavam: count.of('missing', 'Those of them that were missing here. They have been stored by then.'),
    recuperados: count.of(
      'healed',
      'Leads that were here without their answers, because their event had failed or waited, and ran again with them.',
    ),
    erro_codigo: text.nullable.of(({ fault }) => fault?.code ?? null),
    ...faultFields<FormCheck>(({ fault }) => fault?.message ?? null),
  },
  'FormCheck',
  'The last comparison of a form with its platform.',
);

type Own = ClientAccount | undefined;

/** What an account of a client is told of leads; null: it is one of the settings, which say it, or of another kind. */
export const choicesRecord = record<{ readonly own: Own }>()({
  leads_por_contato: yes.nullable.of(
    ({ own }) => (own?.kind === 'ads_account' ? own.enhancedLeads : null),
    'Of a Google Ads account: leads without a click id are reported by hashed contact. null: as in the settings, or of another kind.',
  ),
  etapa_inicial: text.nullable.of(
    ({ own }) => (own?.kind === 'dataset' ? own.initialStage : null),
    'Of a Meta dataset: by which name new leads of instant forms are reported; null: they are not, or as in the settings.',
  ),
});

/** An account that is used for a client: its own with what was given when it was connected, or one of the settings. */
type UsedAccount = ConnectedAccount & { readonly own: Own };

const clientAccountRecord = record<UsedAccount, number>()(
  {
    ...accountRecord.fields,
    conta_login: text.nullable.of(
      ({ own }) => own?.loginAccountId ?? null,
      'The manager account through which a Google Ads account is reached.',
    ),
    acoes: dictionary(text).nullable.of(
      ({ own }) => own?.conversionActions ?? null,
      'Conversion name to conversion action; null: as in the settings.',
    ),
    ...choicesRecord.fields,
    conectada_em: time.nullable.of(
      ({ own }) => own?.connectedAt ?? null,
      'When it was connected for the client; null: it is one of the settings.',
    ),
  },
  'ClientAccount',
  'An account that is used for a client.',
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
  contas: list(clientAccountRecord).of('accounts', 'Its own accounts, and those of the settings that are used for it.'),
  contas_sem_dono: list(accountNameRecord).of(
    'ownerless',
    'Accounts of the settings that nobody gave to a client: there are several clients, and ACCOUNTS_CLIENT is not set.',
  ),
  conversoes_sem_conta: count.of('waiting', 'Its conversions that wait for an account.'),
  consentimento: consentRecord.nullable.of(
    ({ consent }) => (consent.isOwn ? consent : null),
    'Its own consent rule; null: that of the settings counts.',
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

/** The rule that counts for a client. */
export const consentSetRecord = record<ConsentRule & { readonly clientId: string }>()({
  cliente_id: rowId.of('clientId'),
  ...consentRecord.fields,
  propria: yes.of('isOwn', 'False: it is the rule of the settings.'),
});
