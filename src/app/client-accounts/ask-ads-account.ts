import type { DeliveryConfig } from '../../config/config.ts';
import { Outgoing } from '../../delivery/outgoing.ts';
import type { CredentialsPlace } from '../../delivery/search-ads/credentials-file.ts';
import { DataManagerSender } from '../../delivery/search-ads/data-manager-sender.ts';
import { Platform } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import { type Finding, ok, problem } from '../../domain/finding.ts';
import type { Asking } from './ask-limits.ts';
import { sampleConversion } from './sample-conversion.ts';
import { troubleFinding } from './trouble-finding.ts';

/** A Google Ads account, and what opens it. */
export interface AskedAdsAccount {
  readonly accountId: string;
  readonly credentialsFile: CredentialsPlace;
  readonly loginAccountId: string | undefined;
  readonly conversionActions: ReadonlyMap<string, string>;
}

/** Sends a made-up conversion with the data of nobody, which Google Ads only looks at, for each conversion action of the account. */
export async function askAdsAccount(
  delivery: DeliveryConfig,
  { accountId, credentialsFile, loginAccountId, conversionActions }: AskedAdsAccount,
  { asking, now }: { readonly asking: Asking; readonly now: number },
): Promise<readonly Finding[]> {
  const searchAds = { ...delivery.searchAds, loginAccountId, conversionActions };
  await using outgoing = new Outgoing({ origins: [new URL(searchAds.apiUrl).origin, new URL(searchAds.tokenUrl).origin] });
  const sender = new DataManagerSender({ outgoing, delivery: { ...delivery, searchAds }, accountId, credentialsFile, clock: () => now });
  const taken: string[] = [];
  const troubles: Finding[] = [];
  for (const [name, action] of conversionActions) {
    const result = await sender.validate([sampleConversion(name === '*' ? 'sale' : name, now)], asking.signal());
    if (result.kind === 'valid') {
      taken.push(action);
      continue;
    }
    const account = { platform: Platform.searchAds, kind: 'ads_account', id: accountId } as const;
    const refused = (fault: Fault): Finding => problem('platforms.search_refused', { id: accountId, action, fault });
    troubles.push(troubleFinding(result.trouble, { about: 'action', account, action }, refused));
    // Without access nothing else is different for the next action.
    if (!OF_ACTION.has(result.trouble.kind)) break;
  }
  const actions = [...new Set(taken)].join(', ');
  return [...(taken.length === 0 ? [] : [ok('platforms.search_validated', { id: accountId, actions })]), ...troubles];
}

/** Troubles that another action may not have. */
const OF_ACTION: ReadonlySet<string> = new Set(['refused', 'held', 'later']);
