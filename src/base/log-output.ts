import { write, writeSync } from 'node:fs';

/** What waits for a log that cannot take it now; lines beyond it are dropped. */
const MOST_WAITING_BYTES = 262_144;
/** A pipe whose reader is slow has room again soon … */
const BUSY_RETRY_MS = 50;
/** … a full disk does not. */
const FAILED_RETRY_MS = 1_000;
/** How long a process that ends waits for a slow reader to take the last lines. */
const LAST_LINES_MS = 500;

/**
 * Writes log lines to a file descriptor and never blocks: while the log cannot be written (a full disk, a pipe nobody reads), the
 * first lines wait and later ones are dropped and counted. Pino's own destination retries a failed write for ever in the main thread.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #onWritable: (dropped: number) => void;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** What is being written, or is tried again: never given up half way, so that no line is cut. */
  #chunk: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #retry: NodeJS.Timeout | undefined;
  #dropped = 0;
  #reported = 0;

  /** @param onWritable told how many lines were dropped, once lines can be written again */
  constructor(fd: number, onWritable: (dropped: number) => void) {
    this.#fd = fd;
    this.#onWritable = onWritable;
  }

  /** Lines that were dropped since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > MOST_WAITING_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    if (!this.#isWriting && this.#retry === undefined) this.#writeNext();
  }

  /** Writes what is left before the process ends, as far as it can be written within a moment. */
  end(): void {
    // What another thread is writing would be written twice.
    let rest = Buffer.concat([this.#isWriting ? Buffer.alloc(0) : this.#chunk, this.#takeWaiting()]);
    const until = performance.now() + LAST_LINES_MS;
    while (rest.byteLength > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS / 10);
      }
    }
  }

  #writeNext(): void {
    // Before the report, which comes back here as a line.
    this.#isWriting = true;
    if (this.#chunk.byteLength === 0) {
      this.#chunk = this.#takeWaiting();
      this.#reportDropped();
    }
    if (this.#chunk.byteLength === 0) {
      this.#isWriting = false;
      return;
    }
    write(this.#fd, this.#chunk, (error, written) => {
      this.#isWriting = false;
      if (error === null) {
        this.#chunk = this.#chunk.subarray(written);
        this.#writeNext();
      } else this.#tryAgainIn(isBusy(error) ? BUSY_RETRY_MS : FAILED_RETRY_MS);
    });
  }

  /** Called while nothing waits, so that there is room for the line that follows from it, behind the last one before the gap. */
  #reportDropped(): void {
    const dropped = this.#dropped - this.#reported;
    if (dropped === 0) return;
    this.#reported = this.#dropped;
    this.#onWritable(dropped);
  }

  #tryAgainIn(ms: number): void {
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#writeNext();
    }, ms);
    // A process that has nothing else to do ends; `end` writes what it can.
    this.#retry.unref();
  }

  #takeWaiting(): Buffer {
    const taken = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
    return taken;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
