/** Those who wait for a commit. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when all are woken, after the timeout, or when the signal aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timeout = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      this.#waiting.add(done);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
