import { AppError } from '../../base/app-error.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import type { Translated } from '../../base/language.ts';
import { SealedBox } from '../../base/sealed-box.ts';
import { environmentOwner } from '../../domain/client-account.ts';
import { CONVERSION_QUEUE } from '../../domain/job.ts';
import { type AccountName, accountKey } from '../../domain/platform-account.ts';
import type { Operator } from '../../domain/ports.ts';
import type { StoreContext } from '../context.ts';
import { NOT_CONNECTED_CODES } from '../conversions/resume-conversions.ts';
import { REFUSAL_CODES } from './account-book.ts';
import { requireKey } from './connect-page.ts';
import { CREDENTIAL_SETTING } from './destinations.ts';
import { isPage } from './page-tokens.ts';

/** An account to connect for a client. */
export interface NewClientAccount {
  readonly account: AccountName;
  readonly clientId: string;
  /** The token, or the text of a Google credentials file; null: the one of the settings opens it. Of a page, which has a token anyway: null. */
  readonly credential: string | null;
  readonly loginAccountId: string | null;
  readonly conversionActions: ReadonlyMap<string, string>;
}

export interface ClientAccountConnected {
  /** Fingerprint of the credential; null: it is the one of the settings. */
  readonly credential: string | null;
  /** Jobs that waited for the account and run again. */
  readonly resumed: number;
}

type Context = Pick<StoreContext, 'store' | 'config' | 'secrets'>;

/**
 * Gives a client an account, in place of the one that its conversions went to before; its credential is sealed. What waited for it runs again.
 *
 * @throws AppError `configuration_invalid` when there is no key to seal the credential with, or the settings have none; `invalid_input` when it
 *   cannot be one; `conflict` when the account is another client's, `not_found` for a client that does not exist
 */
export async function connectClientAccount(context: Context, given: NewClientAccount, operator: Operator): Promise<ClientAccountConnected> {
  const { store, secrets } = context;
  const { account, clientId, credential, loginAccountId, conversionActions } = given;
  await refuseForeignSettings(context, given);
  if (credential === null && !isPage(account)) requireSetting(context, account);
  else if (credential !== null && account.kind === 'ads_account') await requireUsable(credential);
  const sealed = credential === null ? null : await seal(requireKey(secrets.credentialsKey), credential, account);
  const credentialIn = credential === null ? 'environment' : 'database';
  const connected = { ...account, clientId, credentialIn, loginAccountId, conversionActions, connectedAt: operator.now } as const;
  await store.connectClientAccount(connected, sealed, operator);
  const resumed = isPage(account)
    ? 0
    : await store.resumeParked(CONVERSION_QUEUE, [...NOT_CONNECTED_CODES, ...REFUSAL_CODES], operator.now, [clientId]);
  return { credential: credential === null ? null : fingerprint(credential), resumed };
}

async function seal(key: string, credential: string, account: AccountName): Promise<Uint8Array> {
  return (await SealedBox.open(key)).seal(credential, accountKey(account));
}

/** The account of the settings is connected already, and may be that of another client. */
async function refuseForeignSettings({ store, config }: Context, { account, clientId }: NewClientAccount): Promise<void> {
  const { searchAds, socialAds, accountsClient } = config.delivery;
  const configured = { ads_account: searchAds.accountId, dataset: socialAds.datasetId, page: undefined }[account.kind];
  if (configured !== account.id) return;
  const owner = environmentOwner(
    accountsClient,
    (await store.listClients()).map(({ id }) => id),
  );
  if (owner.kind !== 'client' || owner.clientId === clientId) return;
  const message = {
    en: `Account ${account.id} is the one of the settings, which belongs to client ${owner.clientId}.`,
    pt: `A conta ${account.id} é a das configurações, que pertence ao cliente ${owner.clientId}.`,
  };
  const hint = {
    en: 'Give this client another account, or set ACCOUNTS_CLIENT to the client that has this one.',
    pt: 'Dê outra conta a este cliente, ou defina ACCOUNTS_CLIENT com o cliente dono desta.',
  };
  throw new AppError('conflict', message, { hint });
}

function requireSetting({ config, secrets }: Context, account: AccountName): void {
  const credential = account.platform === 'social_ads' ? secrets.socialAdsConversionsToken : config.delivery.searchAds.credentialsFile;
  if (credential !== undefined) return;
  const setting = CREDENTIAL_SETTING[account.platform];
  const message: Translated<string> = {
    en: `The account cannot use the credential of the settings: ${setting} is not set.`,
    pt: `A conta não pode usar a credencial das configurações: ${setting} não está definida.`,
  };
  const hint = {
    en: `Set ${setting}, or connect the account with a credential of its own.`,
    pt: `Defina ${setting}, ou conecte a conta com uma credencial própria.`,
  };
  throw new AppError('configuration_invalid', message, { hint });
}

async function requireUsable(text: string): Promise<void> {
  const { readCredentials } = await import('../../delivery/search-ads/credentials-file.ts');
  const reading = readCredentials({ text });
  if (!reading.ok) throw new AppError('invalid_input', reading.finding.message, { hint: reading.finding.hint });
}
