import type { Clock } from '../base/clock.ts';
import { type CountedFailure, countFailure, type FailureTally, NETWORKS_KEPT, type Network } from '../domain/failed-login.ts';
import { networksOf } from './address-networks.ts';

/** Removed in one go: when removing one at a time, a `Map` walks over the slots of removed entries. */
const ROOM_MADE = 1_000;

export interface Failure {
  /** Failures of this address within the window, including this one; 0 while it is blocked, because nothing is counted then. */
  readonly failures: number;
  /** Present if this failure started a block. */
  readonly blockSeconds?: number;
  /** Present if the address was already blocked: how long it has to wait. */
  readonly retryAfterSeconds?: number;
}

/** Counts a failure for all processes on the database. */
export type CountShared = (networks: readonly Network[], now: number) => Promise<CountedFailure>;

/**
 * Counts wrong credentials per sender. It only sees failures: callers verify first, so a right credential is accepted however many wrong
 * ones came from the same address. The count decides the answer to a failure (401, or 429 with a wait) and what is logged.
 */
export class FailureThrottle {
  readonly #clock: Clock;
  readonly #shared: CountShared | undefined;
  /** The network that failed longest ago comes first. */
  readonly #tallies = new Map<string, FailureTally>();

  /** @param shared Default: this process counts for itself. */
  constructor(clock: Clock, shared?: CountShared) {
    this.#clock = clock;
    this.#shared = shared;
  }

  get size(): number {
    return this.#tallies.size;
  }

  /** Counts a failure for the address and its networks, unless one of them is blocked. */
  async count(address: string): Promise<Failure> {
    const now = this.#clock();
    const networks = networksOf(address);
    // Nothing is written for an address that is known to be blocked, so a flood of guesses costs no writes.
    const own = this.#counted(networks, now);
    const { isCounted, tallies } = own.isCounted ? await this.#countShared(networks, now) : own;
    const blockMs = Math.max(...tallies.map(({ blockedUntil }) => blockedUntil - now));
    if (!isCounted) return { failures: 0, retryAfterSeconds: Math.ceil(blockMs / 1_000) };
    const failures = tallies[0]?.failures ?? 0;
    return blockMs > 0 ? { failures, blockSeconds: blockMs / 1_000 } : { failures };
  }

  #counted(networks: readonly Network[], now: number): CountedFailure {
    const known = networks.map(({ key }) => this.#tallies.get(key));
    return countFailure(known, networks, now);
  }

  /** Counts and remembers at once: of guesses that are sent at the same moment, none is missed. */
  #countOwn(networks: readonly Network[], now: number): CountedFailure {
    const counted = this.#counted(networks, now);
    if (counted.isCounted) this.#remember(networks, counted.tallies);
    return counted;
  }

  /** A database that takes no writes must not open the door to guesses: then this process counts alone. */
  async #countShared(networks: readonly Network[], now: number): Promise<CountedFailure> {
    if (this.#shared === undefined) return this.#countOwn(networks, now);
    try {
      const counted = await this.#shared(networks, now);
      this.#remember(networks, counted.tallies);
      return counted;
    } catch {
      return this.#countOwn(networks, now);
    }
  }

  #remember(networks: readonly Network[], tallies: readonly FailureTally[]): void {
    for (const [at, { key }] of networks.entries()) {
      this.#tallies.delete(key);
      this.#tallies.set(key, tallies[at] as FailureTally);
    }
    if (this.#tallies.size <= NETWORKS_KEPT) return;
    for (const key of this.#tallies.keys().take(ROOM_MADE)) this.#tallies.delete(key);
  }
}
