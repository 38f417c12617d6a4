import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first byte of everything sealed. Whoever changes key, cipher or order of the parts takes another one. */
const VERSION = 1;

/** The key of the configuration is one per installation, so the salt only keeps this use of it apart from others. */
const SALT = 'lead-intake sealed box v1';

/** 16 MiB and about 40 ms, once for each key: guessing a key that a person made up costs that much for each try. */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 };

const deriveKey = promisify<string, string, number, typeof SCRYPT_COST, Buffer>(scrypt);

/** Keeps short secrets in a place that others may read: version, nonce, tag, then the text by AES-256-GCM. */
export class SealedBox {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** Makes the key out of what stands in the configuration. */
  static async open(secret: string): Promise<SealedBox> {
    return new SealedBox(await deriveKey(secret, SALT, KEY_BYTES, SCRYPT_COST));
  }

  /** @param label what the text belongs to; it opens under the same label only, so that nobody can swap two of them */
  seal(text: string, label: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws AppError `configuration_invalid` when it was sealed with another key, for another label, or is damaged */
  unseal(sealed: Uint8Array, label: string): string {
    const parts = Buffer.from(sealed);
    const nonce = parts.subarray(1, 1 + NONCE_BYTES);
    const tag = parts.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    if (parts[0] !== VERSION || tag.byteLength < TAG_BYTES) throw unreadable(label);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(label)).setAuthTag(tag);
      const text = decipher.update(parts.subarray(1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // The library tells a wrong key and a changed byte by the same words, and so does this.
      throw unreadable(label);
    }
  }
}

function unreadable(label: string): AppError {
  return appError('configuration_invalid', (m) => m.errors.sealedBox.cannotBeOpened({ label }));
}
