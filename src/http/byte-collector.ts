const FIRST_BYTES = 4_096;

/**
 * Joins chunks in one buffer that doubles as they arrive: if each chunk were kept, a body sent in one-byte chunks would take 80 times its
 * size (6 MB on the wire took 500 MB). A single chunk is kept without a copy.
 */
export class ByteCollector {
  readonly #most: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most how many bytes are collected; any beyond are dropped */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** The memory in use after the chunk is added, in bytes. */
  heldAfter(chunk: Buffer): number {
    const needed = Math.min(this.#length + chunk.byteLength, this.#most);
    if (this.#length === 0 || needed <= this.#buffer.byteLength) return Math.max(needed, this.#buffer.byteLength);
    return Math.min(Math.max(FIRST_BYTES, 2 * this.#buffer.byteLength, needed), this.#most);
  }

  append(chunk: Buffer): void {
    const held = this.heldAfter(chunk);
    const taken = firstOf(chunk, this.#most - this.#length);
    if (this.#length === 0) {
      this.#buffer = taken;
    } else {
      if (held > this.#buffer.byteLength) this.#growTo(held);
      taken.copy(this.#buffer, this.#length);
    }
    this.#length += taken.byteLength;
  }

  bytes(): Buffer {
    return firstOf(this.#buffer, this.#length);
  }

  #growTo(bytes: number): void {
    const grown = Buffer.allocUnsafe(bytes);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

/** Most bodies are one whole chunk: a view of all of it would be an object for nothing. */
function firstOf(buffer: Buffer, bytes: number): Buffer {
  return bytes >= buffer.byteLength ? buffer : buffer.subarray(0, bytes);
}
