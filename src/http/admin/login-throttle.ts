import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from './address-key.ts';

const FAILURES_ALLOWED = 5;
const WINDOW_SECONDS = 60;
const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 3_600;
/** Blocks are remembered this long; each one in that time is twice as long as the one before. */
const MEMORY_SECONDS = 86_400;

export type Attempt =
  | { readonly kind: 'right' }
  /** `failures`: of this address within the window, this one counted. `blockSeconds`: it has to wait from now on. */
  | { readonly kind: 'wrong'; readonly failures: number; readonly blockSeconds?: number }
  | { readonly kind: 'blocked'; readonly retryAfterSeconds: number };

interface Limiters {
  readonly failures: RateLimiterMemory;
  readonly blocks: RateLimiterMemory;
}

/**
 * Slows down guessing of the admin credential, per address: after five failures within a minute, wrong credentials are answered
 * with a wait, twice as long each time.
 */
export class LoginThrottle {
  #limiters: Promise<Limiters> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Checks a credential. The right one is never refused, or anybody behind the same address could lock the operator out.
   * Failures are counted one after the other, so that guesses sent at the same moment all count.
   */
  attempt(address: string, isRight: () => boolean): Promise<Attempt> {
    if (isRight()) return Promise.resolve({ kind: 'right' });
    const failure = this.#last.then(() => this.#countFailure(addressKey(address)));
    this.#last = failure.catch(() => undefined);
    return failure;
  }

  async #countFailure(key: string): Promise<Attempt> {
    this.#limiters ??= createLimiters();
    const { failures, blocks } = await this.#limiters;
    const known = await failures.get(key);
    if (known !== null && known.consumedPoints > FAILURES_ALLOWED && known.msBeforeNext > 0) {
      return { kind: 'blocked', retryAfterSeconds: Math.ceil(known.msBeforeNext / 1_000) };
    }
    const { consumedPoints } = await failures.penalty(key);
    if (consumedPoints < FAILURES_ALLOWED) return { kind: 'wrong', failures: consumedPoints };
    const { consumedPoints: blocksSoFar } = await blocks.penalty(key);
    const blockSeconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** (blocksSoFar - 1), LONGEST_BLOCK_SECONDS);
    await failures.block(key, blockSeconds);
    return { kind: 'wrong', failures: consumedPoints, blockSeconds };
  }
}

/** Loaded with the first attempt: the library has limiters for a dozen databases and takes 7 MB, and most starts see no login. */
async function createLimiters(): Promise<Limiters> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return {
    failures: new RateLimiterMemory({ points: FAILURES_ALLOWED, duration: WINDOW_SECONDS }),
    blocks: new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS }),
  };
}
