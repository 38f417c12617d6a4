import { toAppError } from '../../base/app-error.ts';
import type { Logger } from '../../base/logger.ts';
import { accountKey, type SealedCredential } from '../../domain/platform-account.ts';
import type { SealedBox } from '../sealed-box.ts';

/** Opens credentials of the database. What cannot be opened is logged once. */
export class SealedCredentials {
  readonly #key: string | undefined;
  readonly #log: Pick<Logger, 'error'>;
  /** A promise: several credentials are opened side by side, and making a key of the setting takes time on purpose. */
  #box: Promise<SealedBox> | undefined;
  readonly #unreadable = new Set<string>();

  constructor(credentialsKey: string | undefined, log: Pick<Logger, 'error'>) {
    this.#key = credentialsKey;
    this.#log = log;
  }

  /** Null: it cannot be opened. */
  async open(credential: SealedCredential): Promise<string | null> {
    const name = accountKey(credential);
    try {
      return (await this.#openBox(name)).unseal(credential.sealed, name);
    } catch (error) {
      this.#sayUnreadable(`${name} ${credential.createdAt}`, error);
      return null;
    }
  }

  async #openBox(name: string): Promise<SealedBox> {
    if (this.#key === undefined) throw new Error(`The credential of ${name} is sealed, and CREDENTIALS_KEY, which opens it, is not set.`);
    this.#box ??= openBox(this.#key);
    return await this.#box;
  }

  #sayUnreadable(which: string, error: unknown): void {
    if (this.#unreadable.has(which)) return;
    this.#unreadable.add(which);
    this.#log.error({ err: toAppError(error) }, 'a credential in the database cannot be used');
  }
}

/** Loaded by who has something sealed. */
async function openBox(key: string): Promise<SealedBox> {
  const { SealedBox } = await import('../sealed-box.ts');
  return await SealedBox.open(key);
}
