import { openDriver } from '../src/store/sqlite/driver.ts';

const POLL_MS = 1;

/**
 * Sees leads from outside, through a read-only connection of its own: a lead is there when its commit is visible. It looks
 * once a millisecond, so a lead is noticed up to about one and a half milliseconds after its commit, never before.
 */
export class LeadWatch implements Disposable {
  /** `performance.now()` at which the lead of an event was seen, by event id. */
  readonly seenAt = new Map<string, number>();

  readonly #driver;
  readonly #version;
  readonly #leads;
  readonly #timer: NodeJS.Timeout;
  #lastVersion = -1;
  #lastLead = 0;

  constructor(databasePath: string) {
    this.#driver = openDriver(databasePath, { readonly: true });
    this.#version = this.#driver.prepare('pragma data_version');
    this.#leads = this.#driver.prepare('select id, evento_id from leads where id > ? order by id');
    this.#look();
    this.#timer = setInterval(() => this.#look(), POLL_MS);
  }

  /** Waits until the leads of all these events were seen. */
  async waitFor(eventIds: readonly string[], timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!eventIds.every((id) => this.seenAt.has(id))) {
      if (performance.now() > end) throw new Error(`of ${eventIds.length} events ${this.seenAt.size} became leads in ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#driver.close();
  }

  #look(): void {
    const { data_version: version } = this.#version.get() as { data_version: number };
    if (version === this.#lastVersion) return;
    this.#lastVersion = version;
    const rows = this.#leads.all(this.#lastLead) as { id: number; evento_id: number }[];
    const now = performance.now();
    for (const { id, evento_id } of rows) {
      this.seenAt.set(String(evento_id), now);
      this.#lastLead = id;
    }
  }
}
