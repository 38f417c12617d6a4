import { fingerprint } from '../../base/fingerprint.ts';
import type { DeliveryConfig } from '../../config/config.ts';
import type { ConversionToSend, Platform } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import { accountKey } from '../../domain/platform-account.ts';
import { consentObjection } from '../../processing/consent.ts';
import type { AppContext } from '../context.ts';
import { type DestinationAccount, DestinationReader, type Destinations, isDestination } from '../platforms/destinations.ts';
import { noDestination, notConnected } from './faults.ts';
import type { Sender } from './sending-round.ts';

/** The sender of an account, and the clients whose conversions it sends now. */
interface AccountSender {
  readonly sender: Sender;
  readonly clientIds: readonly string[];
}

type SenderContext = Pick<AppContext, 'config' | 'secrets' | 'store' | 'clock' | 'log'>;

/** Reads the accounts, and opens the sender of each when it is first needed. */
export async function openConversionSenders(context: SenderContext): Promise<ConversionSenders> {
  const senders = new ConversionSenders(context);
  await senders.refresh();
  return senders;
}

/** What sending needs; dispose of it to close the connections. */
export class ConversionSenders implements AsyncDisposable {
  readonly #context: SenderContext;
  readonly #reader: DestinationReader;
  /** Concurrent reads share one set. */
  #loading: Promise<Tools> | undefined;
  #tools: Tools | undefined;
  #destinations: Destinations = NOWHERE;
  /** By everything that identifies an account: its name, credential and settings. */
  #open: ReadonlyMap<string, Sender> = new Map();

  constructor(context: SenderContext) {
    this.#context = context;
    this.#reader = new DestinationReader(context);
  }

  /** Reads the accounts again, so that new, replaced and disconnected ones take effect. */
  async refresh(): Promise<void> {
    const destinations = await this.#reader.read();
    if (destinations.accounts.length > 0) this.#loading ??= loadTools(this.#context);
    const tools = await this.#loading;
    this.#tools = tools;
    const open = new Map<string, Sender>();
    for (const account of destinations.accounts) {
      const key = keyOf(account);
      // Reuse open senders: they hold access tokens.
      const sender = this.#open.get(key) ?? tools?.senderOf(account, (clientId) => this.#consentKeysOf(clientId));
      if (sender !== undefined) open.set(key, sender);
    }
    this.#destinations = destinations;
    this.#open = open;
  }

  /** The platforms that have at least one account. */
  get platforms(): readonly Platform[] {
    return this.#destinations.platforms;
  }

  /** Changes whenever an account or credential does. */
  get fingerprint(): string {
    const { accountsClient } = this.#context.config.delivery;
    const known = [...this.#open].map(([key, { credential }]) => `${key} ${credential}`);
    return [...known, accountsClient ?? this.#destinations.clientIds.length === 1].join('\n');
  }

  /** One per account. */
  get senders(): readonly AccountSender[] {
    const { clientIds, of } = this.#destinations;
    const byKey = Map.groupBy(
      clientIds.flatMap((clientId) => this.platforms.map((platform) => ({ clientId, found: of(clientId, platform) }))),
      ({ found }) => (isDestination(found) ? keyOf(found) : ''),
    );
    return [...this.#open].map(([key, sender]) => ({ sender, clientIds: (byKey.get(key) ?? []).map(({ clientId }) => clientId) }));
  }

  /** Where a conversion goes: to the account of its lead's client, or why there is none (yet). */
  destinationOf({ platform, lead }: Pick<ConversionToSend, 'platform' | 'lead'>): Sender | Fault {
    if (platform === null || !this.platforms.includes(platform)) return notConnected(platform);
    const found = this.#destinations.of(lead.clientId, platform);
    const sender = isDestination(found) ? this.#open.get(keyOf(found)) : undefined;
    if (sender !== undefined) return sender;
    return noDestination(isDestination(found) ? { kind: 'no_account' } : found, lead.clientId, platform);
  }

  /** Why the person's consent prevents sending; `null` if it does not. */
  consent({ lead, consents }: Pick<ConversionToSend, 'lead' | 'consents'>): Fault | null {
    const own = this.#destinations.consentOf(lead.clientId);
    const { consent: mode, consentKeys: keys } = this.#context.config.delivery.conversions;
    return consentObjection(consents, own === undefined ? { mode, keys } : { ...own, isOfClient: true });
  }

  #consentKeysOf(clientId: string): readonly string[] {
    return this.#destinations.consentOf(clientId)?.keys ?? this.#context.config.delivery.conversions.consentKeys;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tools?.close();
  }
}

/** Whether a conversion has a destination. */
export function isSender(destination: Sender | Fault): destination is Sender {
  return 'send' in destination;
}

function keyOf({ account, clientId, loginAccountId, conversionActions, credential }: DestinationAccount): string {
  const opened = 'file' in credential ? credential.file : fingerprint('token' in credential ? credential.token : credential.text);
  return [accountKey(account), clientId ?? '', loginAccountId ?? '', JSON.stringify([...conversionActions]), opened].join(' ');
}

interface Tools {
  senderOf(account: DestinationAccount, consentKeysOf: (clientId: string) => readonly string[]): Sender;
  close(): Promise<void>;
}

/** Platform clients are loaded here, so that a process that sends nothing starts without them. */
async function loadTools({ config: { delivery }, secrets, clock, store }: SenderContext): Promise<Tools> {
  const [{ Outgoing }, { DataManagerSender }, { SocialConversionsSender }] = await Promise.all([
    import('../../delivery/outgoing.ts'),
    import('../../delivery/search-ads/data-manager-sender.ts'),
    import('../../delivery/social-ads/conversions-sender.ts'),
  ]);
  const outgoing = new Outgoing({ origins: originsOf(delivery) });
  const { apiUrl, apiVersion } = delivery.socialAds;
  const graph = { outgoing, clock, apiUrl, apiVersion, appSecrets: secrets.socialAds };
  return {
    senderOf: ({ account, clientId, loginAccountId, conversionActions, credential }, consentKeysOf) => {
      if ('token' in credential) {
        const { names } = delivery.conversions;
        return new SocialConversionsSender({ ...graph, datasetId: account.id, token: credential.token, names });
      }
      const quotaKey = fingerprint('file' in credential ? credential.file : credential.text);
      return new DataManagerSender({
        outgoing,
        delivery: { ...delivery, searchAds: { ...delivery.searchAds, loginAccountId, conversionActions } },
        accountId: account.id,
        credentials: credential,
        clock,
        takeRequest: (now) => store.takeRequest(quotaKey, now),
        consentKeysOf,
        ...(clientId === null ? {} : { clientId }),
      });
    },
    close: () => outgoing[Symbol.asyncDispose](),
  };
}

/** `Outgoing` calls no other origin. */
function originsOf({ searchAds, socialAds }: DeliveryConfig): readonly string[] {
  return [searchAds.apiUrl, searchAds.tokenUrl, socialAds.apiUrl].map((url) => new URL(url).origin);
}

const NOWHERE: Destinations = {
  of: () => ({ kind: 'no_account' }),
  platforms: [],
  accounts: [],
  clientIds: [],
  consentOf: () => undefined,
};
