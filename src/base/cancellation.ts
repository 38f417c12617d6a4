import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs work that is no longer needed once the signal aborts; the functions it awaits can check `cancellation()`. */
export function withCancellation<Result>(signal: AbortSignal, work: () => Result): Result {
  return scope.run(signal, work);
}

/** Runs work that others wait for too: it finishes even if the caller that started it is cancelled. */
export function withoutCancellation<Result>(work: () => Result): Result {
  return scope.run(undefined, work);
}

/** The signal of the surrounding work; `undefined` if it cannot be cancelled. */
export function cancellation(): AbortSignal | undefined {
  return scope.getStore();
}
