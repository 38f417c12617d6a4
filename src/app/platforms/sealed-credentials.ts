import { toAppError } from '../../base/app-error.ts';
import type { Logger } from '../../base/logger.ts';
import { accountKey, type SealedCredential } from '../../domain/platform-account.ts';
import { KeyedBox } from '../keyed-box.ts';

/** Opens credentials of the database. What cannot be opened is logged once. */
export class SealedCredentials {
  readonly #box: KeyedBox;
  readonly #log: Pick<Logger, 'error'>;
  readonly #unreadable = new Set<string>();

  constructor(credentialsKey: string | undefined, log: Pick<Logger, 'error'>) {
    this.#box = new KeyedBox(credentialsKey);
    this.#log = log;
  }

  /** Null: it cannot be opened. */
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
