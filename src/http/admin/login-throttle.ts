import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const FAILURES_ALLOWED = 5;
const WINDOW_SECONDS = 60;
const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 3_600;
/** Blocks are remembered this long; each one in that time is twice as long as the one before. */
const MEMORY_SECONDS = 86_400;

export type Attempt = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'blocked'; readonly retryAfterSeconds: number };

/** Slows down guessing of the admin credential, per address: after five failures within a minute the address has to wait, twice as long each time. */
export class LoginThrottle {
  readonly #failures = new RateLimiterMemory({ points: FAILURES_ALLOWED, duration: WINDOW_SECONDS });
  readonly #blocks = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS });

  /**
   * Checks a credential unless the address has to wait; then even the right one is not looked at. An attempt is counted
   * before it is checked and a right one given back, so that guesses sent at the same moment are all counted.
   */
  async attempt(address: string, isRight: () => boolean): Promise<Attempt> {
    try {
      await this.#failures.consume(address);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return { kind: 'blocked', retryAfterSeconds: await this.#secondsToWait(address, rejection) };
    }
    if (!isRight()) return { kind: 'wrong' };
    await this.#failures.reward(address);
    return { kind: 'right' };
  }

  async #secondsToWait(address: string, rejection: RateLimiterRes): Promise<number> {
    const isFirst = rejection.consumedPoints === FAILURES_ALLOWED + 1;
    if (!isFirst) return Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
    const { consumedPoints } = await this.#blocks.penalty(address);
    const seconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** (consumedPoints - 1), LONGEST_BLOCK_SECONDS);
    await this.#failures.block(address, seconds);
    return seconds;
  }
}
