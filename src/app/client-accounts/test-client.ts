import { PLATFORMS, type Platform } from '../../domain/conversion.ts';
import { type Finding, finding } from '../../domain/finding.ts';
import type { StoreContext } from '../context.ts';
import { noDestination } from '../conversions/faults.ts';
import { DestinationReader, isDestination, type NoDestination } from '../platforms/destinations.ts';
import { askAccount } from './ask-account.ts';

/** Asks the platforms whether conversions of the client can be sent to the accounts that they would go to. */
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

/** A client that has no account at the platform, or none that can be opened. */
function noAccountFinding(why: NoDestination, clientId: string, platform: Platform): Finding {
  const fault = noDestination(why, clientId, platform);
  return finding(why.kind === 'no_account' ? 'warning' : 'problem', 'platforms.client_not_connected', { fault });
}
