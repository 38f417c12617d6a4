import { write, writeSync } from 'node:fs';

/** The maximum that waits while the log cannot be written; further lines are dropped. */
const MOST_WAITING_BYTES = 262_144;
/** A slow pipe reader soon makes room again … */
const BUSY_RETRY_MS = 50;
/** … a full disk does not. */
const FAILED_RETRY_MS = 1_000;
/** How long an exiting process waits for a slow reader to take the last lines. */
const LAST_LINES_MS = 500;
/** A pipe takes this much completely or not at all (PIPE_BUF on Linux), so an exiting process leaves no partial write. */
const WHOLE_WRITE_BYTES = 4_096;
/** How long an exiting process waits for its other thread, which takes less than 1 ms for a piece. */
const IN_FLIGHT_MS = 5;

/**
 * Writes log lines to a file descriptor and never blocks: while the log cannot be written (a full disk, a pipe without a reader), the first lines
 * wait and later ones are dropped and counted. Pino's own destination retries a failed write forever in the main thread.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #onWritable: (dropped: number) => void;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /**
   * The bytes being written or retried; a started chunk is never abandoned. It is written in pieces of whole lines, so no line is cut, except one
   * longer than a piece when the process exits.
   */
  #chunk: Buffer = Buffer.alloc(0);
  /** How much of the chunk another thread is writing, from its beginning. */
  #inFlightBytes = 0;
  #isWriting = false;
  #retry: NodeJS.Timeout | undefined;
  #dropped = 0;
  #reported = 0;

  /** @param onWritable gets the number of dropped lines, once lines can be written again */
  constructor(fd: number, onWritable: (dropped: number) => void) {
    this.#fd = fd;
    this.#onWritable = onWritable;
  }

  /** Lines dropped since the process started. */
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

  /** Writes the remaining lines before the process exits, as far as possible within half a second. */
  end(): void {
    // The other thread writes its piece before the rest can fill the pipe. Writing it here too would duplicate it.
    if (this.#inFlightBytes > 0) sleep(IN_FLIGHT_MS);
    let rest = Buffer.concat([this.#chunk.subarray(this.#inFlightBytes), this.#takeWaiting()]);
    const until = performance.now() + LAST_LINES_MS;
    while (rest.byteLength > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, nextPiece(rest)));
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) return;
        sleep(BUSY_RETRY_MS / 10);
      }
    }
  }

  #writeNext(): void {
    // Before the report, which calls `write` again.
    this.#isWriting = true;
    if (this.#chunk.byteLength === 0) {
      this.#chunk = this.#takeWaiting();
      this.#reportDropped();
    }
    if (this.#chunk.byteLength === 0) {
      this.#isWriting = false;
      return;
    }
    const piece = nextPiece(this.#chunk);
    this.#inFlightBytes = piece.byteLength;
    write(this.#fd, piece, (error, written) => {
      this.#isWriting = false;
      this.#inFlightBytes = 0;
      if (error === null) {
        this.#chunk = this.#chunk.subarray(written);
        this.#writeNext();
      } else this.#tryAgainIn(isBusy(error) ? BUSY_RETRY_MS : FAILED_RETRY_MS);
    });
  }

  /** Called while no line waits, so that there is room for the line about the gap, right after the last line before it. */
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
    // A process with nothing else to do exits; `end` writes what it can.
    this.#retry.unref();
  }

  #takeWaiting(): Buffer {
    const taken = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
    return taken;
  }
}

/** As many whole lines as are written at once, or part of a longer line. */
function nextPiece(bytes: Buffer): Buffer {
  if (bytes.byteLength <= WHOLE_WRITE_BYTES) return bytes;
  const lines = bytes.lastIndexOf('\n', WHOLE_WRITE_BYTES - 1) + 1;
  return bytes.subarray(0, lines > 0 ? lines : WHOLE_WRITE_BYTES);
}

/** Blocks this thread, which has nothing else left to do. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
