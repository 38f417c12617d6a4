import type { AskedAdsAccount } from '../../app/client-accounts/ask-ads-account.ts';
import type { AskedAccount } from '../../app/client-accounts/ask-platforms.ts';
import { type DestinationAccount, DestinationReader, isDestination, type NoDestination } from '../../app/platforms/destinations.ts';
import { PageTokenReader, type PageTokens, pageAccount } from '../../app/platforms/page-tokens.ts';
import type { Config, Secrets } from '../../config/config.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import { PLATFORMS } from '../../domain/conversion.ts';
import { type Finding, problem } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { ofClient } from '../../findings/find-platforms.ts';
import type { PlatformFacts } from './check-platforms.ts';

/** The accounts that can be checked. */
export interface AccountsToAsk {
  readonly social: {
    /** Pages (`*`: all others) and datasets, each with its token. */
    readonly accounts: readonly AskedAccount[];
    /** Pages that the token for all pages opens. */
    readonly others: readonly AskedAccount[];
  };
  readonly search: readonly AskedAdsAccount[];
}

/** Opens the credentials of the accounts of the settings and of clients; returns a finding for each that cannot be opened. */
export async function openAccounts(
  { config, secrets }: { readonly config: Pick<Config, 'delivery'>; readonly secrets: Secrets },
  facts: PlatformFacts,
): Promise<AccountsToAsk & { readonly unopened: readonly Finding[] }> {
  const { kept, owned, clients } = facts;
  const store = {
    listCredentials: async () => kept,
    listClientAccounts: async () => owned,
    listClientConsents: async () => [],
    listClients: async () => clients,
  };
  const log = { error: () => {} };
  const tokens = await new PageTokenReader({ store, secrets, log }).read();
  const pages = [...tokens.all.keys()].flatMap((id) => opened(tokens, id));
  const destinations = await new DestinationReader({ store, config, secrets, log }).read();
  const closed = clients.flatMap(({ id }) =>
    PLATFORMS.map((platform) => destinations.of(id, platform)).flatMap((found) => (isDestination(found) ? [] : [found])),
  );
  const isOpened = ({ id }: AccountName): boolean => tokens.all.get(id)?.place === 'database';
  const closedPages = secrets.credentialsKey === undefined ? [] : kept.filter((account) => account.kind === 'page' && !isOpened(account));
  return {
    social: { accounts: [...pages, ...destinations.accounts.flatMap(dataset)], others: otherPages(tokens, facts) },
    search: destinations.accounts.flatMap(adsAccount),
    unopened: [
      ...closedPages.map((account) => ofClient(facts, account, keyWrong(account))),
      ...closed.flatMap((found) => whyClosed(found, facts, secrets)),
    ],
  };
}

/** Pages of clients, and pages seen before. */
function otherPages(tokens: PageTokens, { accounts }: PlatformFacts): readonly AskedAccount[] {
  const pages = accounts.filter(({ kind, id }) => kind === 'page' && id !== ANY_PAGE && !tokens.all.has(id));
  return pages.flatMap(({ id }) => opened(tokens, id));
}

function opened(tokens: PageTokens, pageId: string): readonly AskedAccount[] {
  const token = tokens.forPage(pageId)?.token;
  return token === undefined ? [] : [{ account: pageAccount(pageId), token }];
}

function dataset({ account, credential }: DestinationAccount): readonly AskedAccount[] {
  return 'token' in credential ? [{ account, token: credential.token }] : [];
}

function adsAccount({ credential, ...destination }: DestinationAccount): AccountsToAsk['search'] {
  return 'token' in credential ? [] : [{ ...destination, credential }];
}

function whyClosed(found: NoDestination, facts: PlatformFacts, { credentialsKey }: Pick<Secrets, 'credentialsKey'>): readonly Finding[] {
  if (found.kind === 'no_account') return [];
  const { account } = found;
  if (found.kind === 'no_credential')
    return [ofClient(facts, account, problem('platforms.no_credential', { account: nameOf(account), setting: found.setting }))];
  // Without a key none can be decrypted, which is reported once for all.
  return credentialsKey === undefined ? [] : [ofClient(facts, account, keyWrong(account))];
}

function keyWrong(account: AccountName): Finding {
  return problem('platforms.key_wrong', { account: nameOf(account) });
}

function nameOf({ platform, kind, id }: AccountName): AccountName {
  return { platform, kind, id };
}
