import type { Pool } from 'pg';

const NOW = 'select extract(epoch from clock_timestamp()) * 1000 as now';

/** How often the clocks are compared, in ms. */
const COMPARE_MS = 60_000;
/** A smaller difference is left alone, in ms: measuring it is not more exact on a busy network. */
const TOLERATED_MS = 100;
/** An answer that took longer says too little, in ms. */
const SLOW_MS = 1_000;

/** How far the clock of the server is ahead of this process's: leases and due times of all machines are by one clock then. */
export class ServerClock {
  readonly #pool: Pool;
  readonly #comparing: NodeJS.Timeout;
  #aheadMs = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
    // While the server is away, the difference stays as it is.
    this.#comparing = setInterval(() => void this.compare().catch(() => undefined), COMPARE_MS).unref();
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  async compare(): Promise<void> {
    const askedAt = Date.now();
    const { rows } = await this.#pool.query<{ readonly now: number }>(NOW);
    const tookMs = Date.now() - askedAt;
    if (tookMs > SLOW_MS) return;
    const aheadMs = Math.round((rows[0]?.now ?? 0) - askedAt - tookMs / 2);
    this.#aheadMs = Math.abs(aheadMs) > TOLERATED_MS ? aheadMs : 0;
  }

  close(): void {
    clearInterval(this.#comparing);
  }
}
