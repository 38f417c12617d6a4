const FIRST_CAPACITY = 1_024;
const NONE = -1;

/**
 * Changes to an index in memory, in the order in which they were made: pairs of a key and the id of a row. A negative id removes its pair.
 * A hash table of chains finds the changes of a key. Flat arrays take 24 to 48 bytes for each change, and nothing that has to be collected.
 */
export class KeyLog {
  #keys = new Float64Array(FIRST_CAPACITY);
  #ids = new Float64Array(FIRST_CAPACITY);
  /** By change: the one before it in its chain. */
  #before = new Int32Array(FIRST_CAPACITY);
  /** By the low bits of a key: the newest change of its chain. */
  #newest = new Int32Array(FIRST_CAPACITY).fill(NONE);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: number, id: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    this.#keys[this.#size] = key;
    this.#ids[this.#size] = id;
    this.#chain(this.#size);
    this.#size += 1;
  }

  /** Forgets the newest changes, down to this many. */
  truncate(size: number): void {
    while (this.#size > size) {
      this.#size -= 1;
      // The newest change is the head of its chain.
      this.#newest[this.#slotOf(this.#size)] = this.#before[this.#size] as number;
    }
  }

  /** The ids of all changes of a key, newest first. */
  changesOf(key: number): readonly number[] {
    const ids: number[] = [];
    let at = this.#newest[key & (this.#newest.length - 1)] as number;
    for (; at !== NONE; at = this.#before[at] as number) if (this.#keys[at] === key) ids.push(this.#ids[at] as number);
    return ids;
  }

  has(key: number): boolean {
    let at = this.#newest[key & (this.#newest.length - 1)] as number;
    while (at !== NONE && this.#keys[at] !== key) at = this.#before[at] as number;
    return at !== NONE;
  }

  /** All keys in ascending order, each as often as it was changed. */
  sortedKeys(): Float64Array {
    return this.#keys.slice(0, this.#size).sort();
  }

  /** The ids of the changes that add a pair. */
  addedIds(): Float64Array {
    return this.#ids.slice(0, this.#size).filter((id) => id > 0);
  }

  #chain(at: number): void {
    const slot = this.#slotOf(at);
    this.#before[at] = this.#newest[slot] as number;
    this.#newest[slot] = at;
  }

  /** `&` takes the low 32 bits of a key, which are as random as all of it. */
  #slotOf(at: number): number {
    return (this.#keys[at] as number) & (this.#newest.length - 1);
  }

  #grow(): void {
    const capacity = this.#size * 2;
    this.#keys = enlarged(this.#keys, capacity);
    this.#ids = enlarged(this.#ids, capacity);
    this.#before = new Int32Array(capacity);
    this.#newest = new Int32Array(capacity).fill(NONE);
    for (let at = 0; at < this.#size; at += 1) this.#chain(at);
  }
}

function enlarged(array: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(array);
  return larger;
}
