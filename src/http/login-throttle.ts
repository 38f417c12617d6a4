import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from './address-key.ts';

const FAILURES_ALLOWED = 5;
const WINDOW_SECONDS = 60;
const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 3_600;
/** Blocks are remembered this long; each one in that time is twice as long as the one before. */
const MEMORY_SECONDS = 86_400;

export type Attempt<Value> = { readonly kind: 'right'; readonly value: Value } | RefusedAttempt;

export type RefusedAttempt =
  /** `failures`: of this address within the window, this one counted. `blockSeconds`: it has to wait from now on. */
  | { readonly kind: 'wrong'; readonly failures: number; readonly blockSeconds?: number }
  | { readonly kind: 'blocked'; readonly retryAfterSeconds: number };

interface Limiters {
  readonly failures: RateLimiterMemory;
  readonly blocks: RateLimiterMemory;
  /** What a blocked address may still try. */
  readonly looks: RateLimiterMemory;
}

/**
 * Slows down guessing of the admin credential, per address: after five failures within a minute only one credential a second
 * is looked at, for a time that doubles with each block. The rest is answered with the wait, unseen.
 */
export class LoginThrottle {
  #limiters: Promise<Limiters> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Checks a credential: `look` gives what it opens, or undefined when it is wrong. Attempts are decided one after the other, so that
   * guesses sent at the same moment all count.
   * A blocked address is not shut out altogether, or anybody behind the same proxy could keep the operator out.
   */
  attempt<Value extends string>(address: string, look: () => Value | undefined): Promise<Attempt<Value>> {
    const decided = this.#last.then(() => this.#decide(addressKey(address), look));
    this.#last = decided.catch(() => undefined);
    return decided;
  }

  async #decide<Value extends string>(key: string, look: () => Value | undefined): Promise<Attempt<Value>> {
    const limiters = this.#limiters === undefined ? undefined : await this.#limiters;
    const known = limiters === undefined ? null : await limiters.failures.get(key);
    const isBlocked = known !== null && known.consumedPoints > FAILURES_ALLOWED && known.msBeforeNext > 0;
    const mayLook = !isBlocked || (await mayLookNow(limiters, key));
    const value = mayLook ? look() : undefined;
    if (value !== undefined) return { kind: 'right', value };
    if (isBlocked) return { kind: 'blocked', retryAfterSeconds: Math.ceil(known.msBeforeNext / 1_000) };
    return this.#countFailure(key);
  }

  async #countFailure(key: string): Promise<RefusedAttempt> {
    this.#limiters ??= createLimiters();
    const { failures, blocks } = await this.#limiters;
    const { consumedPoints } = await failures.penalty(key);
    if (consumedPoints < FAILURES_ALLOWED) return { kind: 'wrong', failures: consumedPoints };
    const { consumedPoints: blocksSoFar } = await blocks.penalty(key);
    const blockSeconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** (blocksSoFar - 1), LONGEST_BLOCK_SECONDS);
    await failures.block(key, blockSeconds);
    return { kind: 'wrong', failures: consumedPoints, blockSeconds };
  }
}

/** One look a second; `consume` rejects with the limiter's answer when there was one already. */
async function mayLookNow(limiters: Limiters | undefined, key: string): Promise<boolean> {
  const looked = await limiters?.looks.consume(key).catch(() => undefined);
  return looked !== undefined;
}

/** Loaded with the first attempt: the library has limiters for a dozen databases and takes 7 MB, and most starts see no login. */
async function createLimiters(): Promise<Limiters> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return {
    failures: new RateLimiterMemory({ points: FAILURES_ALLOWED, duration: WINDOW_SECONDS }),
    blocks: new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS }),
    looks: new RateLimiterMemory({ points: 1, duration: 1 }),
  };
}
