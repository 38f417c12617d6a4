/** This many bodies of maximum size can be read at the same time. */
const WHOLE_BODIES = 16;
const SMALLEST_BUDGET_BYTES = 67_108_864;
/** Real leads are smaller. Bodies up to this size have their own budget, so that large bodies never block them. */
export const SMALL_BODY_BYTES = 16_384;
const SMALL_BUDGET_BYTES = 16_777_216;
/**
 * The share of a full budget that is freed at once: choosing what to evict looks at every body, and per chunk that took 1.9 ms with 9,900
 * bodies.
 */
const FREED_PART = 1 / 16;
/** A body that arrives slower than this on average, after the grace period, is evicted. */
const SLOWEST_BYTES_PER_SECOND = 1_024;
const FIRST_MOMENT_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

type Room = 'small' | 'large';

export type Eviction = 'no_room' | 'too_slow';

export interface HeldBody {
  readonly address: string;
  readonly since: number;
  readonly evict: (why: Eviction) => void;
  bytes: number;
}

/**
 * Limits the memory of all bodies being read together: connections are cheap, and each could send a large one. If the budget is full, the
 * address that holds the most gives way: its bodies are evicted, those first that have held the most memory for the longest time, until a
 * share is free.
 */
export class BodyBudget {
  readonly #limits: Readonly<Record<Room, number>>;
  readonly #now: () => number;
  readonly #held = new Set<HeldBody>();
  readonly #used = { small: 0, large: 0 };
  #look: NodeJS.Timeout | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(limitBytes: number, now: () => number = () => performance.now(), smallBytes = SMALL_BUDGET_BYTES) {
    this.#limits = { small: smallBytes, large: Math.max(SMALLEST_BUDGET_BYTES, WHOLE_BODIES * limitBytes) };
    this.#now = now;
  }

  /** A body that holds no memory yet. `evict` is called after the body was released. */
  open(address: string, evict: HeldBody['evict']): HeldBody {
    return { address, since: this.#now(), evict, bytes: 0 };
  }

  /** False if there is no room for the body to grow to that many bytes; the body is then released. */
  grow(held: HeldBody, bytes: number): boolean {
    this.release(held);
    const room = roomOf(bytes);
    if (this.#used[room] + bytes > this.#limits[room] && !this.#makeRoom(room, { ...held, bytes })) return false;
    held.bytes = bytes;
    this.#used[room] += bytes;
    this.#held.add(held);
    this.#look ??= setInterval(() => this.cutSlow(), LOOK_EVERY_MS).unref();
    return true;
  }

  /** Idempotent. */
  release(held: HeldBody): void {
    if (!this.#held.delete(held)) return;
    this.#used[roomOf(held.bytes)] -= held.bytes;
    held.bytes = 0;
    if (this.#held.size > 0) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }

  cutSlow(): void {
    const now = this.#now();
    for (const held of this.#held) {
      const ms = now - held.since;
      if (ms > FIRST_MOMENT_MS && (held.bytes / ms) * 1_000 < SLOWEST_BYTES_PER_SECOND) this.#evict(held, 'too_slow');
    }
  }

  /** False if the newcomer itself is evicted too. */
  #makeRoom(room: Room, newcomer: HeldBody): boolean {
    const candidates = [newcomer, ...[...this.#held].filter(({ bytes }) => roomOf(bytes) === room)];
    let used = this.#used[room] + newcomer.bytes;
    let isTaken = true;
    for (const held of evictionOrder(candidates, this.#now())) {
      used -= held.bytes;
      if (held === newcomer) isTaken = false;
      else this.#evict(held, 'no_room');
      if (used <= this.#limits[room] * (1 - FREED_PART)) break;
    }
    return isTaken;
  }

  #evict(held: HeldBody, why: Eviction): void {
    this.release(held);
    held.evict(why);
  }
}

/** Repeatedly takes the heaviest body, by bytes and time, of the address that holds the most at that point. */
function evictionOrder(candidates: readonly HeldBody[], now: number): readonly HeldBody[] {
  const turns: { held: HeldBody; weight: number; addressHolds: number }[] = [];
  for (const bodies of Map.groupBy(candidates, ({ address }) => address).values()) {
    const weighed = bodies.map((held) => ({ held, weight: held.bytes * (now - held.since) })).sort((a, b) => b.weight - a.weight);
    let addressHolds = bodies.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { held, weight } of weighed) {
      turns.push({ held, weight, addressHolds });
      addressHolds -= held.bytes;
    }
  }
  return turns.sort((a, b) => b.addressHolds - a.addressHolds || b.weight - a.weight).map(({ held }) => held);
}

function roomOf(bytes: number): Room {
  return bytes <= SMALL_BODY_BYTES ? 'small' : 'large';
}
