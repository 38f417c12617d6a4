const FIRST_BYTES = 4_096;

/**
 * Joins chunks in one buffer that doubles as they come: a body sent in one-byte chunks would cost 80 times its size if each
 * were kept (6 MB on the wire took 500 MB). A single chunk is kept as it is, without a copy.
 */
export class ByteCollector {
  readonly #most: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most how many bytes are collected; what comes beyond is dropped */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes of memory held once the chunk is in. */
  heldAfter(chunk: Buffer): number {
    const needed = Math.min(this.#length + chunk.byteLength, this.#most);
    if (this.#length === 0 || needed <= this.#buffer.byteLength) return Math.max(needed, this.#buffer.byteLength);
    return Math.min(Math.max(FIRST_BYTES, 2 * this.#buffer.byteLength, needed), this.#most);
  }

  append(chunk: Buffer): void {
    const held = this.heldAfter(chunk);
    const taken = chunk.subarray(0, this.#most - this.#length);
    if (this.#length === 0) {
      this.#buffer = taken;
    } else {
      if (held > this.#buffer.byteLength) this.#growTo(held);
      taken.copy(this.#buffer, this.#length);
    }
    this.#length += taken.byteLength;
  }

  /** What has been collected so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #growTo(bytes: number): void {
    const grown = Buffer.allocUnsafe(bytes);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
