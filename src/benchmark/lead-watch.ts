import { wait } from '../base/wait.ts';
import type { Store } from '../domain/ports.ts';

/** Between two looks, in ms: so much, and the timer's part of a millisecond, may be added to a moment. */
const LOOK_MS = 2;
/** Leads read at a time; more than are made between two looks. */
const PAGE = 50;

/** Sees leads appear from outside, as any other process would, and notes when. */
export class LeadWatch {
  /** Identity of a lead → when it was first seen, in ms of `performance.now()`. */
  readonly seenAt = new Map<string, number>();
  readonly #store: Pick<Store, 'changeToken' | 'listLeads'>;
  #newest: string | undefined;
  #token = -1;

  constructor(store: Pick<Store, 'changeToken' | 'listLeads'>) {
    this.#store = store;
  }

  /** Leads that exist already are not looked at. */
  async begin(): Promise<void> {
    this.#newest = (await this.#store.listLeads({ limit: 1 })).items[0]?.id;
  }

  /** Looks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look();
      await wait(LOOK_MS, signal);
    }
  }

  /** Asking for the token reads no table, so a look at an unchanged database costs next to nothing. */
  async #look(): Promise<void> {
    const token = this.#store.changeToken();
    if (token === this.#token) return;
    this.#token = token;
    const last = this.#newest;
    let isFirst = true;
    for (let before: string | null | undefined; before !== null; ) {
      const page = await this.#store.listLeads({ limit: PAGE, ...(before === undefined ? {} : { before }) });
      // After the read: a lead is not seen before it is there.
      const now = performance.now();
      if (isFirst) this.#newest = page.items[0]?.id ?? last;
      isFirst = false;
      const known = page.items.findIndex((lead) => lead.id === last);
      for (const lead of known < 0 ? page.items : page.items.slice(0, known)) this.seenAt.set(lead.identity, now);
      before = known < 0 ? page.nextCursor : null;
    }
  }
}
