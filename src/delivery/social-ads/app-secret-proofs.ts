import { hmacSha256Hex } from '../../base/signature.ts';

/**
 * `appsecret_proof` for each token: its HMAC-SHA256 by the secret of the app it was made for. Apps may require it of every call, and Meta refuses a
 * wrong one even where none is required; so a token of another app (the one of the events manager, for instance) travels without.
 */
export class AppSecretProofs {
  readonly #secrets: readonly string[];
  /** Token → how many of the secrets were refused for it. */
  readonly #refused = new Map<string, number>();

  /** @param secrets of the app, the current one first */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Null: none is sent with this token. */
  of(token: string): string | null {
    const secret = this.#secrets[this.#refused.get(token) ?? 0];
    return secret === undefined ? null : hmacSha256Hex(secret, Buffer.from(token));
  }

  /**
   * The platform refuses the proof that was sent with the token: the next secret has its turn, and after the last one none. Calls run side by side,
   * and several may have sent the same proof: only the first refusal of it counts.
   */
  refuse(token: string, proof: string): void {
    if (this.of(token) === proof) this.#refused.set(token, (this.#refused.get(token) ?? 0) + 1);
  }
}
