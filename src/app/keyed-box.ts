import type { SealedBox } from './sealed-box.ts';

/** The box that CREDENTIALS_KEY opens: loaded and opened by who first has something sealed. */
export class KeyedBox {
  readonly #key: string | undefined;
  /** A promise: several texts are opened side by side, and making a key of the setting takes time on purpose. */
  #box: Promise<SealedBox> | undefined;

  constructor(credentialsKey: string | undefined) {
    this.#key = credentialsKey;
  }

  async seal(text: string, label: string): Promise<Buffer> {
    return (await this.#open(label)).seal(text, label);
  }

  /** @throws AppError as `SealedBox.unseal`, Error without a key */
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
