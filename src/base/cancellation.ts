import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs work whose result nobody needs any more once the signal aborts; what it awaits can look at `cancellation()`. */
export function withCancellation<Result>(signal: AbortSignal, work: () => Result): Result {
  return scope.run(signal, work);
}

/** Runs work that others wait for too: it ends whatever becomes of the one who began it. */
export function withoutCancellation<Result>(work: () => Result): Result {
  return scope.run(undefined, work);
}

/** The signal of the work this is a part of; undefined: it is not to be cancelled. */
export function cancellation(): AbortSignal | undefined {
  return scope.getStore();
}
