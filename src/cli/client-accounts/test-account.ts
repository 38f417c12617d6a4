import type { StoreContext } from '../../app/context.ts';
import { noDestination } from '../../app/conversions/faults.ts';
import type { DestinationAccount, NoDestination } from '../../app/platforms/destinations.ts';
import { Outgoing } from '../../delivery/outgoing.ts';
import { GraphApi } from '../../delivery/social-ads/graph-api.ts';
import type { Platform } from '../../domain/conversion.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { type Finding, problem, warning } from '../doctor/finding.ts';
import { askDataset } from '../doctor/platforms/ask-dataset.ts';
import { askAdsAccount } from '../doctor/platforms/ask-search-ads.ts';

/** How long Meta is waited for, ms. */
const PATIENCE_MS = 15_000;

/** Asks the platform whether conversions can be sent to the account: nothing is kept there. A finding for each thing that was asked. */
export async function testAccount(
  { config, secrets, clock }: Pick<StoreContext, 'config' | 'secrets' | 'clock'>,
  { account, credential, loginAccountId, conversionActions }: Omit<DestinationAccount, 'clientId'>,
): Promise<readonly Finding[]> {
  const { delivery } = config;
  if ('token' in credential) {
    const { apiUrl, apiVersion } = delivery.socialAds;
    await using outgoing = new Outgoing({ origins: [new URL(apiUrl).origin] });
    const api = new GraphApi({ apiUrl, apiVersion, outgoing, appSecrets: secrets.socialAds, clock });
    return [await askDataset(api, { account, token: credential.token }, AbortSignal.timeout(PATIENCE_MS))];
  }
  const opened = { accountId: account.id, credentialsFile: 'file' in credential ? credential.file : credential };
  return await askAdsAccount({ ...delivery, searchAds: { ...delivery.searchAds, loginAccountId, conversionActions } }, opened, clock);
}

/** A client that has no account at the platform, or none that can be opened. */
export function noAccountFinding(why: NoDestination, clientId: string, platform: Platform): Finding {
  const { message } = noDestination(why, clientId, platform);
  const connect = { en: 'Connect one with `lead-intake client connect`.', pt: 'Conecte uma com `lead-intake client connect`.' };
  const text = { en: message, pt: faultText(message, 'pt') };
  return why.kind === 'no_account'
    ? warning('platforms.client_not_connected', text, connect)
    : problem('platforms.client_not_connected', text, connect);
}
