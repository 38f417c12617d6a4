import { toAppError } from '../../base/app-error.ts';
import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import { type NamedKey, type NamedSecret, type NamedSecrets, namedSecretLabel, newestNamedSecrets } from '../../domain/named-secret.ts';
import type { ChangeFeed } from '../../domain/ports.ts';
import { KeyedBox } from '../keyed-box.ts';

/**
 * How often a running service looks for other secrets, in ms; without a commit since, a look is the read of one number. A removed secret is
 * refused no later than this.
 */
const LOOK_MS = 1_000;

export interface NamedKeysDeps {
  readonly store: Pick<NamedSecrets, 'listNamedSecrets' | 'sealedNamedSecrets'> & Pick<ChangeFeed, 'changeToken'>;
  readonly credentialsKey: string | undefined;
  /** Left out: what cannot be opened is not told of. */
  readonly log?: Pick<Logger, 'error'>;
}

/** The named secrets, opened where they are valid; kept as they are in the database while it is watched. */
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

  /** The same list until another one is read. */
  readonly current = (): readonly NamedKey[] => this.#keys;

  /** Reads them; those that were removed or that another CREDENTIALS_KEY has sealed have no value. */
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

  /** Until the signal aborts. Trouble is logged, and the next look tries again. */
  async watch(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#deps;
    let lookedAt: number | undefined;
    while (!signal.aborted) {
      await wait(LOOK_MS, signal);
      if (signal.aborted) return;
      try {
        const token = store.changeToken();
        if (token === lookedAt) continue;
        await this.read();
        lookedAt = token;
      } catch (error) {
        log?.error({ err: error }, 'could not look for named secrets; trying again');
      }
    }
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
