import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first byte of everything sealed. Change it when you change key, cipher or order of the parts. */
const VERSION = 1;

/** Every installation has its own key, so the salt only separates this use of the key from others. */
const SALT = 'lead-intake sealed box v1';

/** 16 MiB and about 40 ms, once per key: every guess at a key that a person chose costs that much. */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 };

const deriveKey = promisify<string, string, number, typeof SCRYPT_COST, Buffer>(scrypt);

/** Encrypts short secrets for places that others may read: version, nonce, tag, then the text in AES-256-GCM. */
export class SealedBox {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** Derives the key from the configured text. */
  static async open(secret: string): Promise<SealedBox> {
    return new SealedBox(await deriveKey(secret, SALT, KEY_BYTES, SCRYPT_COST));
  }

  /** @param label what the text belongs to; it can only be opened with the same label, so that two texts cannot be swapped */
  seal(text: string, label: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws AppError `configuration_invalid` if it was sealed with another key or label, or is damaged */
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
      // The library does not distinguish a wrong key from a changed byte, so neither does this error.
      throw unreadable(label);
    }
  }
}

function unreadable(label: string): AppError {
  return appError('configuration_invalid', (m) => m.errors.sealedBox.cannotBeOpened({ label }));
}
