import { PLATFORMS, type Platform } from '../../domain/conversion.ts';
import { type Finding, finding } from '../../domain/finding.ts';
import type { StoreContext } from '../context.ts';
import { noDestination } from '../conversions/faults.ts';
import { type DestinationAccount, DestinationReader, isDestination, type NoDestination } from '../platforms/destinations.ts';
import { askAdsAccount } from './ask-ads-account.ts';
import { ASK_LIMITS, Asking, askDataset, askToken, openSocialTools } from './ask-platforms.ts';

/** Total time for all questions about an account, in ms: a person is waiting at a terminal or browser. */
const LONGEST_MS = 30_000;

/**
 * Checks with the platform whether conversions can be sent to the account, as `doctor` does; nothing is stored there. Returns one finding
 * per check.
 */
export async function askAccount(
  { config, secrets, clock }: Pick<StoreContext, 'config' | 'secrets' | 'clock'>,
  asked: Omit<DestinationAccount, 'clientId'>,
): Promise<readonly Finding[]> {
  const { delivery } = config;
  const limits = { asking: new Asking({ ...ASK_LIMITS, totalMs: LONGEST_MS }), now: clock() };
  const { account, credential } = asked;
  if (!('token' in credential)) return await askAdsAccount(delivery, { ...asked, credential }, limits);
  const dataset = { account, token: credential.token };
  await using tools = openSocialTools(delivery, secrets, limits);
  const { works, findings } = await askToken(tools, dataset);
  return works ? [...findings, await askDataset(tools, dataset)] : findings;
}

/** Checks with the platforms whether conversions of the client can be sent to its accounts. */
export async function testClient(
  context: Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>,
  clientId: string,
): Promise<readonly Finding[]> {
  const destinations = await new DestinationReader({ ...context, log: { error: () => undefined } }).read();
  const findings = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const found = destinations.of(clientId, platform);
      return isDestination(found) ? await askAccount(context, found) : [noAccountFinding(found, clientId, platform)];
    }),
  );
  return findings.flat();
}

/** For a client that has no account at the platform, or none that can be opened. */
function noAccountFinding(why: NoDestination, clientId: string, platform: Platform): Finding {
  const fault = noDestination(why, clientId, platform);
  return finding(why.kind === 'no_account' ? 'warning' : 'problem', 'platforms.client_not_connected', { fault });
}
