import type { DeliveryConfig } from '../../../src/config/config.ts';
import { DataManagerSender } from '../../../src/delivery/search-ads/data-manager-sender.ts';
import { T0 } from '../../support/factories.ts';
import { credentialsFile } from './credentials.ts';
import { ok, scriptedPlatform } from './scripted-platform.ts';

export const INGEST = '/v1/events:ingest';
export const STATUS = '/v1/requestStatus:retrieve';
export const ACCOUNT = '1234567890';
export const never = new AbortController().signal;

type Script = Parameters<typeof scriptedPlatform>[0];

export function deliveryConfig(url: string, credentials: string, searchAds: Partial<DeliveryConfig['searchAds']> = {}): DeliveryConfig {
  return {
    socialAds: { apiUrl: url, apiVersion: 'v26.0', appId: undefined, reconcileHours: 0, datasetId: undefined },
    searchAds: {
      apiUrl: url,
      tokenUrl: `${url}/token`,
      credentialsFile: credentials,
      accountId: ACCOUNT,
      loginAccountId: undefined,
      conversionActions: new Map([
        ['lead_qualified', '7712337565'],
        ['*', '99'],
      ]),
      ...searchAds,
    },
    accountsClient: undefined,
    conversions: { names: new Map(), consent: 'unless_denied', consentKeys: ['ads'], timeZone: 'America/Sao_Paulo' },
  };
}

/** A sender against a scripted platform that issues tokens. */
export async function senderUnderTest(
  script: Script = {},
  searchAds: Partial<DeliveryConfig['searchAds']> = {},
  takeRequest = () => Promise.resolve(0),
) {
  const tokens = [1, 2, 3].map((index) => ok({ access_token: `ya29.token-${index}`, expires_in: 3_599 }));
  const platform = await scriptedPlatform({ '/token': tokens, ...script });
  const file = credentialsFile();
  const time = { now: T0 };
  const clock = (): number => time.now;
  const delivery = deliveryConfig(platform.url, file.path, searchAds);
  const { outgoing } = platform;
  const sender = new DataManagerSender({ outgoing, delivery, accountId: ACCOUNT, credentials: { file: file.path }, clock, takeRequest });
  return { sender, platform, file, time };
}
