import { toAppError } from '../../base/app-error.ts';
import type { Logger } from '../../base/logger.ts';
import { onceChanged, repeat } from '../../base/repeat.ts';
import { type NamedKey, type NamedSecret, type NamedSecrets, namedSecretLabel, newestNamedSecrets } from '../../domain/named-secret.ts';
import type { ChangeFeed } from '../../domain/ports.ts';
import { KeyedBox } from '../keyed-box.ts';

/**
 * How often a running service checks for changed secrets, in ms; without a commit since, a check reads one number. A removed secret is
 * refused within this time.
 */
const LOOK_MS = 1_000;

export interface NamedKeysDeps {
  readonly store: Pick<NamedSecrets, 'listNamedSecrets' | 'sealedNamedSecrets'> & Pick<ChangeFeed, 'changeToken'>;
  readonly credentialsKey: string | undefined;
  /** Omitted: secrets that cannot be decrypted are skipped silently. */
  readonly log?: Pick<Logger, 'error'>;
}

/** The named secrets, decrypted if valid; kept in sync with the database while it is watched. */
export class NamedKeys {
  readonly #deps: NamedKeysDeps;
  readonly #unreadable = new Set<string>();
  readonly #box: KeyedBox;
  #keys: readonly NamedKey[] = [];
  #read = '';

  constructor(deps: NamedKeysDeps) {
    this.#deps = deps;
    this.#box = new KeyedBox(deps.credentialsKey);
  }

  /** Returns the same array until the secrets change. */
  readonly current = (): readonly NamedKey[] => this.#keys;

  /** Reads the secrets; removed ones and those sealed with another CREDENTIALS_KEY have no value. */
  async read(): Promise<void> {
    const { store } = this.#deps;
    const secrets = newestNamedSecrets(await store.listNamedSecrets());
    const content = JSON.stringify(secrets);
    if (content === this.#read) return;
    const sealed = await store.sealedNamedSecrets();
    const keys: NamedKey[] = [];
    for (const { origin, clientId, fingerprint } of secrets) {
      const valid = sealed.find((secret) => secret.origin === origin && secret.fingerprint === fingerprint);
      keys.push({ origin, clientId, fingerprint, value: valid === undefined ? null : await this.#open(valid) });
    }
    this.#keys = keys;
    this.#read = content;
  }

  /** Runs until the signal aborts. Errors are logged, and the next check tries again. */
  async watch(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#deps;
    const onTrouble = (error: unknown): void => log?.error({ err: error }, 'could not look for named secrets; trying again');
    await repeat(
      { everyMs: LOOK_MS, signal, onTrouble },
      onceChanged(store, () => this.read()),
    );
  }

  async #open(secret: NamedSecret & { readonly sealed: Uint8Array }): Promise<string | null> {
    try {
      return await this.#box.unseal(secret.sealed, namedSecretLabel(secret));
    } catch (error) {
      const { name, createdAt } = secret;
      const which = `${name} ${createdAt}`;
      if (!this.#unreadable.has(which)) this.#deps.log?.error({ err: toAppError(error), secret: name }, 'a named secret cannot be used');
      this.#unreadable.add(which);
      return null;
    }
  }
}
