import type { Clock } from '../base/clock.ts';
import { networksOf } from './address-networks.ts';

const WINDOW_MS = 60_000;
const FIRST_BLOCK_MS = 60_000;
const LONGEST_BLOCK_MS = 3_600_000;
/** How long blocks are remembered; each one within that time lasts twice as long as the previous one. */
const MEMORY_MS = 86_400_000;
/** About 2 MB. The networks that have been quiet the longest are dropped, so forged addresses cannot take more memory. */
const MOST_NETWORKS = 10_000;
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

interface Tally {
  failures: number;
  /** When the first failure of the window occurred. */
  since: number;
  blocks: number;
  blockedUntil: number;
}

/**
 * Counts wrong credentials per sender. It only sees failures: callers verify first, so a right credential is accepted however many wrong
 * ones came from the same address. The count decides the answer to a failure (401, or 429 with a wait) and what is logged.
 */
export class FailureThrottle {
  readonly #clock: Clock;
  /** The network that failed longest ago comes first. */
  readonly #tallies = new Map<string, Tally>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many networks are remembered. */
  get size(): number {
    return this.#tallies.size;
  }

  /** Counts a failure for the address and its networks, unless one of them is blocked. */
  count(address: string): Failure {
    const now = this.#clock();
    const networks = networksOf(address);
    const blockedUntil = Math.max(...networks.map(({ key }) => this.#tallyOf(key, now)?.blockedUntil ?? 0));
    if (blockedUntil > now) return { failures: 0, retryAfterSeconds: Math.ceil((blockedUntil - now) / 1_000) };
    const tallies = networks.map(({ key, failuresAllowed }) => this.#add(key, failuresAllowed, now));
    const blockMs = Math.max(...tallies.map((tally) => tally.blockedUntil - now));
    const failures = tallies[0]?.failures ?? 0;
    return blockMs > 0 ? { failures, blockSeconds: blockMs / 1_000 } : { failures };
  }

  #add(key: string, allowed: number, now: number): Tally {
    const known = this.#tallyOf(key, now) ?? { failures: 0, since: now, blocks: 0, blockedUntil: 0 };
    const isNewWindow = now - known.since >= WINDOW_MS || known.failures >= allowed;
    const tally = { ...known, failures: isNewWindow ? 1 : known.failures + 1, since: isNewWindow ? now : known.since };
    if (tally.failures >= allowed) {
      tally.blockedUntil = now + Math.min(FIRST_BLOCK_MS * 2 ** tally.blocks, LONGEST_BLOCK_MS);
      tally.blocks += 1;
    }
    this.#tallies.delete(key);
    this.#tallies.set(key, tally);
    this.#makeRoom();
    return tally;
  }

  /** Also `undefined` if the tally is too old, or newer than a clock that was set back. */
  #tallyOf(key: string, now: number): Tally | undefined {
    const tally = this.#tallies.get(key);
    if (tally === undefined || now < tally.since) return undefined;
    return now - Math.max(tally.since, tally.blockedUntil) < MEMORY_MS ? tally : undefined;
  }

  #makeRoom(): void {
    if (this.#tallies.size <= MOST_NETWORKS) return;
    for (const key of this.#tallies.keys().take(ROOM_MADE)) this.#tallies.delete(key);
  }
}
