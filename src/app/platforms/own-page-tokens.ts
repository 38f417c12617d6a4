import type { Logger } from '../../base/logger.ts';
import type { DeliverySecrets } from '../../config/config.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import { accountKey } from '../../domain/platform-account.ts';
import { KeyedBox } from '../keyed-box.ts';
import { type PageToken, pageAccount } from './page-tokens.ts';

export interface OwnPageTokensDeps {
  readonly store: Pick<PlatformAccounts, 'findPageToken' | 'savePageToken'>;
  readonly secrets: Pick<DeliverySecrets, 'credentialsKey'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * The pages' own tokens, obtained with other tokens: stored sealed if there is a key, and cached in this object. Each is valid only with
 * the credential it was obtained with. If one cannot be read or stored, it is requested again, which costs one call.
 */
export class OwnPageTokens {
  readonly #deps: OwnPageTokensDeps;
  readonly #known = new Map<string, string>();
  readonly #box: KeyedBox;

  constructor(deps: OwnPageTokensDeps) {
    this.#deps = deps;
    this.#box = new KeyedBox(deps.secrets.credentialsKey);
  }

  /** Stores nothing outside this object: for read-only checks and for connecting. */
  static inMemory(): OwnPageTokens {
    const store = { findPageToken: async () => null, savePageToken: async () => {} };
    return new OwnPageTokens({ store, secrets: { credentialsKey: undefined }, log: { warn: () => {} } });
  }

  /** `null` if none is known. */
  async find({ credential }: PageToken, pageId: string): Promise<string | null> {
    const known = this.#known.get(nameOf(pageId, credential)) ?? (await this.#opened(pageId, credential));
    if (known !== null) this.#known.set(nameOf(pageId, credential), known);
    return known;
  }

  async keep({ token, credential }: PageToken, pageId: string, own: string): Promise<void> {
    this.#known.set(nameOf(pageId, credential), own);
    // The kept token is the page's own.
    if (own === token || this.#deps.secrets.credentialsKey === undefined) return;
    try {
      const sealed = await this.#box.seal(own, labelOf(pageId, credential));
      await this.#deps.store.savePageToken({ pageId, credential, sealed });
    } catch (error) {
      this.#deps.log.warn({ err: error, pageId }, 'the token of this page could not be kept; it is made again when it is needed');
    }
  }

  async #opened(pageId: string, credential: string): Promise<string | null> {
    const { store, secrets } = this.#deps;
    if (secrets.credentialsKey === undefined) return null;
    const kept = await store.findPageToken(pageId);
    if (kept === null || kept.credential !== credential) return null;
    try {
      return await this.#box.unseal(kept.sealed, labelOf(pageId, credential));
    } catch {
      // Sealed with another key.
      return null;
    }
  }
}

function nameOf(pageId: string, credential: string): string {
  return `${pageId} ${credential}`;
}

function labelOf(pageId: string, credential: string): string {
  return `${accountKey(pageAccount(pageId))} made with ${credential}`;
}
