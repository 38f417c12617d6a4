import { toAppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { accountKey, type SealedCredential } from '../domain/platform-account.ts';
import type { SealedBox } from './sealed-box.ts';

/** The sealed box for CREDENTIALS_KEY, loaded and opened on first use. */
export class KeyedBox {
  readonly #key: string | undefined;
  /** A promise: several texts are opened concurrently, and deriving the key is slow by design. */
  #box: Promise<SealedBox> | undefined;

  constructor(credentialsKey: string | undefined) {
    this.#key = credentialsKey;
  }

  async seal(text: string, label: string): Promise<Buffer> {
    return (await this.#open(label)).seal(text, label);
  }

  /** @throws AppError like `SealedBox.unseal`, Error without a key */
  async unseal(sealed: Uint8Array, label: string): Promise<string> {
    return (await this.#open(label)).unseal(sealed, label);
  }

  async #open(label: string): Promise<SealedBox> {
    if (this.#key === undefined) throw new Error(`The credential of ${label} is sealed, and CREDENTIALS_KEY, which opens it, is not set.`);
    this.#box ??= openBox(this.#key);
    return await this.#box;
  }
}

async function openBox(key: string): Promise<SealedBox> {
  const { SealedBox } = await import('./sealed-box.ts');
  return await SealedBox.open(key);
}

/** Decrypts credentials from the database. A failure is logged once. */
export class SealedCredentials {
  readonly #box: KeyedBox;
  readonly #log: Pick<Logger, 'error'>;
  readonly #unreadable = new Set<string>();

  constructor(credentialsKey: string | undefined, log: Pick<Logger, 'error'>) {
    this.#box = new KeyedBox(credentialsKey);
    this.#log = log;
  }

  /** `null` if it cannot be decrypted. */
  async open(credential: SealedCredential): Promise<string | null> {
    const name = accountKey(credential);
    try {
      return await this.#box.unseal(credential.sealed, name);
    } catch (error) {
      const which = `${name} ${credential.createdAt}`;
      if (!this.#unreadable.has(which)) this.#log.error({ err: toAppError(error) }, 'a credential in the database cannot be used');
      this.#unreadable.add(which);
      return null;
    }
  }
}
