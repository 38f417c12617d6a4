import { fingerprint } from '../../base/fingerprint.ts';
import type { Fault } from '../../domain/fault.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { StoreContext } from '../context.ts';
import { PageTokenReader, pageAccount, type TokenPlace } from './page-tokens.ts';

/**
 * `ok`: nothing holds it back. `paused`, `refused`: by the platform. `unreadable`: its credential in the database cannot be opened.
 * `not_connected`: it was used before, and has no credential any more.
 */
export type AccountState = 'ok' | 'paused' | 'refused' | 'unreadable' | 'not_connected';

/** An account at a platform with what opens it; `id` `*`: every page without a token of its own. */
export interface ConnectedAccount extends AccountName {
  readonly state: AccountState;
  /** Fingerprint of its credential. */
  readonly credential: string | null;
  readonly place: TokenPlace | null;
  readonly pausedUntil: number | null;
  readonly refusedSince: number | null;
  readonly fault: Fault | null;
  readonly lastUsedAt: number | null;
}

type Opened = Pick<ConnectedAccount, 'credential' | 'place'>;

/** Every account that is connected or was ever used, in the order of their names. Never a token. */
export async function connectedAccounts({ config, secrets, store, clock }: StoreContext): Promise<readonly ConnectedAccount[]> {
  const pages = await new PageTokenReader({ store, secrets, log: { error: () => {} } }).read();
  const opened = new Map<string, Opened & AccountName>();
  for (const [page, token] of pages.all) opened.set(accountKey(pageAccount(page)), { ...pageAccount(page), ...token });
  const { datasetId } = config.delivery.socialAds;
  if (datasetId !== undefined && secrets.socialAdsConversionsToken !== undefined) {
    const dataset = { platform: 'social_ads', kind: 'dataset', id: datasetId } as const;
    opened.set(accountKey(dataset), { ...dataset, credential: fingerprint(secrets.socialAdsConversionsToken), place: 'settings' });
  }
  const known = new Map((await store.listAccounts()).map((account) => [accountKey(account), account]));
  const sealed = new Map((await store.listCredentials()).map((credential) => [accountKey(credential), credential]));
  const names = [...new Set([...opened.keys(), ...known.keys(), ...sealed.keys()])].toSorted();
  return names.map((name) => {
    const account = opened.get(name) ?? known.get(name) ?? (sealed.get(name) as AccountName);
    const anyPage = account.kind === 'page' ? opened.get(accountKey(pageAccount('*'))) : undefined;
    return describe(account, opened.get(name) ?? anyPage, { known: known.get(name), isSealed: sealed.has(name), now: clock() });
  });
}

interface Circumstances {
  readonly known: PlatformAccount | undefined;
  readonly isSealed: boolean;
  readonly now: number;
}

function describe({ platform, kind, id }: AccountName, opened: Opened | undefined, facts: Circumstances): ConnectedAccount {
  const { known } = facts;
  return {
    platform,
    kind,
    id,
    state: stateOf(opened, facts),
    credential: opened?.credential ?? null,
    place: opened?.place ?? null,
    pausedUntil: known?.pausedUntil ?? null,
    refusedSince: known?.refusedSince ?? null,
    fault: known?.fault ?? null,
    lastUsedAt: known?.lastUsedAt ?? null,
  };
}

function stateOf(opened: Opened | undefined, { known, isSealed, now }: Circumstances): AccountState {
  if (isSealed && opened?.place !== 'database') return 'unreadable';
  // What conversions to search ads are sent with stands in a file that is not looked at here.
  if (opened === undefined && known?.kind === 'page') return 'not_connected';
  if (
    known?.refusedSince !== undefined &&
    known.refusedSince !== null &&
    (opened === undefined || known.refusedCredential === opened.credential)
  ) {
    return 'refused';
  }
  return (known?.pausedUntil ?? 0) > now ? 'paused' : 'ok';
}
