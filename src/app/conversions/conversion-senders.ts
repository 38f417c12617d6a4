import type { DeliveryConfig } from '../../config/config.ts';
import type { Platform } from '../../domain/conversion.ts';
import type { StoreContext } from '../context.ts';
import { connectedPlatforms } from '../platforms/connected-platforms.ts';
import type { ConsentObjection } from './send-conversions.ts';
import type { Sender } from './sending-round.ts';

/** What is needed to send; dispose of it to close the connections. */
export interface OpenSenders extends AsyncDisposable {
  /** Of the platforms that are connected. */
  readonly senders: ReadonlyMap<Platform, Sender>;
  readonly consent: ConsentObjection;
}

type SenderContext = Pick<StoreContext, 'config' | 'secrets' | 'clock'>;
type Outgoing = InstanceType<typeof import('../../delivery/outgoing.ts').Outgoing>;

/** Makes the senders of the platforms that are connected. What they need is loaded here: whoever sends nothing starts without it. */
export async function openConversionSenders(context: SenderContext): Promise<OpenSenders> {
  const { delivery } = context.config;
  const platforms = connectedPlatforms(context.config, context.secrets);
  if (platforms.length === 0) return NOTHING;
  const [{ Outgoing }, { consentObjection }] = await Promise.all([
    import('../../delivery/outgoing.ts'),
    import('../../processing/consent.ts'),
  ]);
  const outgoing = new Outgoing({ origins: originsOf(delivery) });
  const opened: readonly (Sender | null)[] = await Promise.all([searchAdsSender(context, outgoing), socialAdsSender(context, outgoing)]);
  const rules = { mode: delivery.conversions.consent, keys: delivery.conversions.consentKeys };
  return {
    senders: new Map(opened.filter((sender) => sender !== null).map((sender) => [sender.platform, sender])),
    consent: (lead) => consentObjection(lead, rules),
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  };
}

/** `Outgoing` calls no other place. */
function originsOf({ searchAds, socialAds }: DeliveryConfig): readonly string[] {
  return [searchAds.apiUrl, searchAds.tokenUrl, socialAds.apiUrl].map((url) => new URL(url).origin);
}

async function searchAdsSender({ config: { delivery }, clock }: SenderContext, outgoing: Outgoing): Promise<Sender | null> {
  const { accountId, credentialsFile } = delivery.searchAds;
  if (accountId === undefined || credentialsFile === undefined) return null;
  const { DataManagerSender } = await import('../../delivery/search-ads/data-manager-sender.ts');
  return new DataManagerSender({ outgoing, delivery, accountId, credentialsFile, clock });
}

async function socialAdsSender({ config: { delivery }, secrets, clock }: SenderContext, outgoing: Outgoing): Promise<Sender | null> {
  const { datasetId, apiUrl, apiVersion } = delivery.socialAds;
  const token = secrets.socialAdsConversionsToken;
  if (datasetId === undefined || token === undefined) return null;
  const { SocialConversionsSender } = await import('../../delivery/social-ads/conversions-sender.ts');
  const { names } = delivery.conversions;
  return new SocialConversionsSender({ outgoing, clock, apiUrl, apiVersion, appSecrets: secrets.socialAds, datasetId, token, names });
}

const NOTHING: OpenSenders = { senders: new Map(), consent: () => null, [Symbol.asyncDispose]: async () => undefined };
