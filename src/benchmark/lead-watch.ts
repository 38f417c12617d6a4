import { wait } from '../base/wait.ts';
import type { Store } from '../domain/ports.ts';

/** Polling interval, in ms: it and the timer's inaccuracy, a fraction of a millisecond, may be added to a measured time. */
const LOOK_MS = 1;
/** Leads read at a time; more than are created between two polls. */
const PAGE = 50;

/**
 * Watches leads appear from outside, like any other process, and records when. Lead ids have no gaps, and lists are sorted by another time.
 */
export class LeadWatch implements AsyncDisposable {
  /** Identity of a lead → when it was first seen, in ms of `performance.now()`. */
  readonly seenAt = new Map<string, number>();
  readonly #store: Pick<Store, 'changeToken' | 'leadsById'>;
  readonly #stop = new AbortController();
  #newest = 0;
  #token = -1;
  #looking: Promise<void> | undefined;

  private constructor(store: Pick<Store, 'changeToken' | 'leadsById'>) {
    this.#store = store;
  }

  /** Polls until it is disposed of, which throws any error that occurred meanwhile. Ignores existing leads. */
  static async start(store: Pick<Store, 'changeToken' | 'leadsById'>): Promise<LeadWatch> {
    const watch = new LeadWatch(store);
    await watch.#skipWhatIsThere();
    watch.#looking = watch.#run();
    watch.#looking.catch(() => undefined);
    return watch;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#looking;
  }

  async #skipWhatIsThere(): Promise<void> {
    let [newest, above] = [0, 1];
    while (await this.#isThere(above)) [newest, above] = [above, above * 2];
    while (above - newest > 1) {
      const middle = Math.floor((newest + above) / 2);
      if (await this.#isThere(middle)) newest = middle;
      else above = middle;
    }
    this.#newest = newest;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#look();
      await wait(LOOK_MS, signal);
    }
  }

  /** Reading the token touches no table, so a poll of an unchanged database costs next to nothing. */
  async #look(): Promise<void> {
    const token = this.#store.changeToken();
    if (token === this.#token) return;
    this.#token = token;
    for (let found = PAGE; found === PAGE; ) {
      const leads = await this.#store.leadsById(Array.from({ length: PAGE }, (_, index) => String(this.#newest + 1 + index)));
      // After the read, so that a lead is never seen too early.
      const now = performance.now();
      for (const lead of leads) this.seenAt.set(lead.identity, now);
      found = leads.length;
      this.#newest += found;
    }
  }

  async #isThere(id: number): Promise<boolean> {
    return (await this.#store.leadsById([String(id)])).length > 0;
  }
}
