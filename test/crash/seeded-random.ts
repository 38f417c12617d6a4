/** A repeatable random sequence (mulberry32): if a run fails, its seed repeats the same kills. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + (this.#next() % (max - min + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

/** CRASH_SEED repeats a failed run; by default, every run differs. */
export function chooseSeed(): number {
  return Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000_007);
}
