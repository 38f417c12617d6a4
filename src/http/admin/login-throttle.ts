import type { RateLimiterMemory } from 'rate-limiter-flexible';

const FAILURES_ALLOWED = 5;
const WINDOW_SECONDS = 60;
const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 3_600;
/** Blocks are remembered this long; each one in that time is twice as long as the one before. */
const MEMORY_SECONDS = 86_400;

export type Attempt = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'blocked'; readonly retryAfterSeconds: number };

interface Limiters {
  readonly failures: RateLimiterMemory;
  readonly blocks: RateLimiterMemory;
}

/** Slows down guessing of the admin credential, per address: after five failures within a minute the address has to wait, twice as long each time. */
export class LoginThrottle {
  #limiters: Promise<Limiters> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Checks a credential unless the address has to wait; then even the right one is not looked at. Attempts are decided one
   * after the other, so that guesses sent at the same moment are all counted.
   */
  attempt(address: string, isRight: () => boolean): Promise<Attempt> {
    const attempt = this.#last.then(() => this.#decide(address, isRight));
    this.#last = attempt.catch(() => undefined);
    return attempt;
  }

  async #decide(address: string, isRight: () => boolean): Promise<Attempt> {
    this.#limiters ??= createLimiters();
    const limiters = await this.#limiters;
    const known = await limiters.failures.get(address);
    if (known !== null && known.consumedPoints > FAILURES_ALLOWED && known.msBeforeNext > 0) {
      return { kind: 'blocked', retryAfterSeconds: Math.ceil(known.msBeforeNext / 1_000) };
    }
    if (isRight()) return { kind: 'right' };
    await countFailure(limiters, address);
    return { kind: 'wrong' };
  }
}

async function countFailure({ failures, blocks }: Limiters, address: string): Promise<void> {
  const { consumedPoints } = await failures.penalty(address);
  if (consumedPoints < FAILURES_ALLOWED) return;
  const { consumedPoints: blocksSoFar } = await blocks.penalty(address);
  await failures.block(address, Math.min(FIRST_BLOCK_SECONDS * 2 ** (blocksSoFar - 1), LONGEST_BLOCK_SECONDS));
}

/** Loaded with the first attempt: the library has limiters for a dozen databases and takes 7 MB, and most starts see no login. */
async function createLimiters(): Promise<Limiters> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return {
    failures: new RateLimiterMemory({ points: FAILURES_ALLOWED, duration: WINDOW_SECONDS }),
    blocks: new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS }),
  };
}
