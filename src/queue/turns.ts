import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets lanes begin their work one after the other. What only computes has ended, and its results are on their way to the
 * store, before the next one begins; what waits for the outside keeps nobody waiting.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = this.#last.then(twoTurnsOfTheEventLoop);
    return result;
  }
}

/** In the first, what was decided is sent to the store; it cannot begin before everything that only computes has ended. */
async function twoTurnsOfTheEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
