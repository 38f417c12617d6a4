/** However large a body may be, so many of them can be read at the same time. */
const WHOLE_BODIES = 16;
const SMALLEST_BUDGET_BYTES = 67_108_864;
/** Real leads are smaller. Bodies up to this size have room of their own, so that large ones never keep them out. */
export const SMALL_BODY_BYTES = 16_384;
const SMALL_BUDGET_BYTES = 16_777_216;
/** Who sends slower than this on average, once the first moment has passed, only holds room. */
const SLOWEST_BYTES_PER_SECOND = 1_024;
const FIRST_MOMENT_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

/** Why a body is read no further. */
export type Eviction = 'no_room' | 'too_slow';

/** A body that has begun to arrive. */
export interface HeldBody {
  readonly address: string;
  readonly since: number;
  readonly evict: (why: Eviction) => void;
  /** Memory it takes. */
  bytes: number;
}

/**
 * How much memory the bodies that are being read may take together: connections are cheap, and each could bring a large one. When there
 * is no room, the address that holds the most gives way: its body that has taken most room for the longest time.
 */
export class BodyBudget {
  readonly #large: number;
  readonly #now: () => number;
  readonly #held = new Set<HeldBody>();
  readonly #used = { small: 0, large: 0 };
  #look: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(limitBytes: number, now: () => number = () => performance.now()) {
    this.#large = Math.max(SMALLEST_BUDGET_BYTES, WHOLE_BODIES * limitBytes);
    this.#now = now;
  }

  /** A body that holds nothing yet. `evict` is called when it has to give way, and is released by then. */
  open(address: string, evict: HeldBody['evict']): HeldBody {
    return { address, since: this.#now(), evict, bytes: 0 };
  }

  /** False, and the body is released, when there is no room for it to take that many bytes. */
  grow(held: HeldBody, bytes: number): boolean {
    this.release(held);
    const room = roomOf(bytes);
    const limit = room === 'small' ? SMALL_BUDGET_BYTES : this.#large;
    while (this.#used[room] + bytes > limit) {
      const worst = this.#worst(room, { ...held, bytes });
      if (worst === undefined) return false;
      this.#evict(worst, 'no_room');
    }
    held.bytes = bytes;
    this.#used[room] += bytes;
    this.#held.add(held);
    this.#look ??= setInterval(() => this.cutSlow(), LOOK_EVERY_MS).unref();
    return true;
  }

  /** Again is fine. */
  release(held: HeldBody): void {
    if (!this.#held.delete(held)) return;
    this.#used[roomOf(held.bytes)] -= held.bytes;
    held.bytes = 0;
    if (this.#held.size > 0) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }

  /** Gives up what arrives too slowly. */
  cutSlow(): void {
    const now = this.#now();
    for (const held of this.#held) {
      const ms = now - held.since;
      if (ms > FIRST_MOMENT_MS && (held.bytes / ms) * 1_000 < SLOWEST_BYTES_PER_SECOND) this.#evict(held, 'too_slow');
    }
  }

  /** Undefined: the newcomer itself should give way. */
  #worst(room: 'small' | 'large', newcomer: HeldBody): HeldBody | undefined {
    const candidates = [newcomer, ...[...this.#held].filter(({ bytes }) => roomOf(bytes) === room)];
    const byAddress = new Map<string, number>();
    for (const { address, bytes } of candidates) byAddress.set(address, (byAddress.get(address) ?? 0) + bytes);
    const most = Math.max(...byAddress.values());
    const now = this.#now();
    let worst: { held: HeldBody; weight: number } | undefined;
    for (const held of candidates) {
      const weight = held.bytes * (now - held.since);
      if (byAddress.get(held.address) === most && (worst === undefined || weight > worst.weight)) worst = { held, weight };
    }
    return worst?.held === newcomer ? undefined : worst?.held;
  }

  #evict(held: HeldBody, why: Eviction): void {
    this.release(held);
    held.evict(why);
  }
}

function roomOf(bytes: number): 'small' | 'large' {
  return bytes <= SMALL_BODY_BYTES ? 'small' : 'large';
}
