import type { DeliveryConfig } from '../../config/config.ts';
import { Outgoing } from '../../delivery/outgoing.ts';
import type { CredentialsPlace } from '../../delivery/search-ads/credentials-file.ts';
import { DataManagerSender } from '../../delivery/search-ads/data-manager-sender.ts';
import { type Finding, ok } from '../../domain/finding.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { Asking } from './ask-limits.ts';
import { sampleConversion } from './sample-conversion.ts';
import { type TroubleWords, troubleFinding } from './trouble-finding.ts';

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
    troubles.push(
      troubleFinding(
        result.trouble,
        troubleWith(accountId, action),
        'platforms.search_refused',
        inEveryLanguage((m) => m.errors.clientAccounts.seeDocs),
      ),
    );
    // Without access nothing else is different for the next action.
    if (!OF_ACTION.has(result.trouble.kind)) break;
  }
  return [...(taken.length === 0 ? [] : [validated(accountId, [...new Set(taken)].join(', '))]), ...troubles];
}

/** Troubles that another action may not have. */
const OF_ACTION: ReadonlySet<string> = new Set(['refused', 'held', 'later']);

function validated(accountId: string, actions: string): Finding {
  return ok(
    'platforms.search_validated',
    `Google Ads account ${accountId} takes conversions; actions: ${actions} (validated only, nothing was sent).`,
    `A conta ${accountId} do Google Ads aceita conversões; ações: ${actions} (só validado, nada foi enviado).`,
  );
}

function troubleWith(accountId: string, action: string): TroubleWords {
  return {
    refused: inEveryLanguage((m) => m.errors.clientAccounts.googleAdsAccountDoes({ accountId, action })),
    notAsked: inEveryLanguage((m) => m.errors.clientAccounts.googleAdsCouldNot({ accountId, action })),
  };
}
