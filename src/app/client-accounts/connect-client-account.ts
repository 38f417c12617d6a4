import { AppError } from '../../base/app-error.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import { isToken, NO_TOKEN } from '../../domain/account-rules.ts';
import { accountTaken, type ClientAccount, environmentOwner } from '../../domain/client-account.ts';
import type { ClientAccountConnected, NewClientAccount } from '../../domain/client-connections.ts';
import { Platform } from '../../domain/conversion.ts';
import { faultParams } from '../../domain/fault.ts';
import { CONVERSION_QUEUE } from '../../domain/job.ts';
import { type AccountName, accountKey } from '../../domain/platform-account.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import { agesAt, findingWords } from '../../presentation/finding-text.ts';
import type { StoreContext } from '../context.ts';
import { NOT_CONNECTED_CODES } from '../conversions/resume-conversions.ts';
import { REFUSAL_CODES } from '../platforms/account-book.ts';
import { requireKey } from '../platforms/connect-page.ts';
import { CREDENTIAL_SETTING, credentialOf, environmentCredential } from '../platforms/destinations.ts';
import { isPage } from '../platforms/page-tokens.ts';
import { SealedBox } from '../sealed-box.ts';

type Context = Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>;

/** `ClientConnections.connect` */
export async function connectClientAccount(context: Context, given: NewClientAccount, operator: Operator): Promise<ClientAccountConnected> {
  const { store, secrets } = context;
  const { account, clientId, credential, loginAccountId, conversionActions } = given;
  const before = await ownAccountBefore(context, given);
  await refuseForeignSettings(context, given);
  if (account.kind === 'ads_account' && conversionActions.size === 0)
    throw appError('invalid_input', (m) => m.errors.clientAccounts.noConversionActions);
  if (credential === null && !isPage(account)) requireSetting(context, account);
  else if (credential !== null) await requireUsable(account, credential);
  const key = credential === null ? null : requireKey(secrets.credentialsKey);
  const isChecked = given.isChecked && !isPage(account);
  if (isChecked) await requireAccepted(context, given);
  const sealed = credential === null || key === null ? null : await seal(key, credential, account);
  const credentialIn = credential === null ? 'environment' : 'database';
  const choices = {
    enhancedLeads: given.enhancedLeads ?? before?.enhancedLeads ?? false,
    initialStage: given.initialStage === undefined ? (before?.initialStage ?? null) : given.initialStage,
  };
  const connected = {
    ...account,
    clientId,
    credentialIn,
    loginAccountId,
    conversionActions,
    ...choices,
    connectedAt: operator.now,
  } as const;
  await store.connectClientAccount(connected, sealed, operator);
  const resumed = isPage(account)
    ? 0
    : await store.resumeParked(CONVERSION_QUEUE, [...NOT_CONNECTED_CODES, ...REFUSAL_CODES], operator.now, { clientIds: [clientId] });
  return { credential: credential === null ? null : fingerprint(credential), isChecked, resumed };
}

async function seal(key: string, credential: string, account: AccountName): Promise<Uint8Array> {
  return (await SealedBox.open(key)).seal(credential, accountKey(account));
}

/**
 * The account as connected before; `undefined` if it was not.
 *
 * @throws AppError `conflict` if it belongs to another client: checked before the credential is sent to a platform; the database also
 * refuses it
 */
async function ownAccountBefore({ store }: Context, { account, clientId }: NewClientAccount): Promise<ClientAccount | undefined> {
  const owned = (await store.listClientAccounts()).find((one) => accountKey(one) === accountKey(account));
  if (owned === undefined || owned.clientId === clientId) return owned;
  const owner = await store.findClient(owned.clientId);
  throw accountTaken(account, { id: owned.clientId, name: owner?.name ?? '' });
}

/** The account from the settings is already connected and may belong to another client. */
async function refuseForeignSettings({ store, config }: Context, { account, clientId }: NewClientAccount): Promise<void> {
  const { searchAds, socialAds, accountsClient } = config.delivery;
  const configured = { ads_account: searchAds.accountId, dataset: socialAds.datasetId, page: undefined }[account.kind];
  if (configured !== account.id) return;
  const clients = await store.listClients();
  const owner = environmentOwner(
    accountsClient,
    clients.map(({ id }) => id),
  );
  if (owner.kind !== 'client' || owner.clientId === clientId) return;
  const name = clients.find(({ id }) => id === owner.clientId)?.name;
  const named = name === undefined ? owner.clientId : `${owner.clientId} (${name})`;
  throw appError('conflict', (m) => m.errors.clientAccounts.belongsToSettings({ id: account.id, named }));
}

function requireSetting({ config, secrets }: Context, account: AccountName): void {
  if (environmentCredential(account.platform, { config, secrets }) !== undefined) return;
  const setting = CREDENTIAL_SETTING[account.platform];
  throw appError('configuration_invalid', (m) => m.errors.clientAccounts.noSettingsCredential({ setting }));
}

async function requireUsable({ platform }: AccountName, text: string): Promise<void> {
  if (platform === Platform.socialAds) {
    if (isToken(text)) return;
    throw new AppError('invalid_input', NO_TOKEN);
  }
  const { readCredentials } = await import('../../delivery/search-ads/credentials-file.ts');
  const reading = readCredentials({ text });
  if (reading.ok) return;
  const [what, todo] = reading.finding.sentences;
  throw new AppError('invalid_input', faultTexts(faultParams(what)), { hint: faultTexts(faultParams(todo)) });
}

/** @throws AppError `invalid_input` if the platform rejects the credential for the account, `conflict` if the platform cannot be asked */
async function requireAccepted(
  context: Context,
  { account, credential, loginAccountId, conversionActions }: NewClientAccount,
): Promise<void> {
  const { askAccount } = await import('./ask-account.ts');
  const opened = credential === null ? environmentCredential(account.platform, context) : credentialOf(account.platform, credential);
  if (opened === undefined) return;
  const asked = { account, credential: opened, loginAccountId: loginAccountId ?? undefined, conversionActions };
  const findings = await askAccount(context, asked);
  const refused = findings.find(({ severity }) => severity === 'problem') ?? findings.find(({ code }) => code === 'platforms.not_asked');
  if (refused === undefined) return;
  throw appError(
    refused.code === 'platforms.not_asked' ? 'conflict' : 'invalid_input',
    (_, language) => {
      const { text, action = '' } = findingWords(refused, language, agesAt(context.clock()));
      return `${text} ${action}`.trim();
    },
    { hint: (m) => m.errors.clientAccounts.nothingKeptHint },
  );
}
