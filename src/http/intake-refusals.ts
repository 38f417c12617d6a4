import type { Clock } from '../base/clock.ts';

/** A refusal counts as recent for so long, in ms: senders that come once a minute are rare, and a cause that passed must not keep traffic away. */
const RECENT_MS = 30_000;

/** A delivery that could not be taken although nothing was wrong with it. */
interface RefusedDelivery {
  /** UTC ms. */
  readonly at: number;
  readonly code: string;
}

interface LastRefusal extends RefusedDelivery {
  /** True: others get in. */
  othersGetIn: boolean;
}

/**
 * What became of the deliveries of senders: a probe can succeed while they are refused, because it cannot touch every page and every limit
 * that a delivery meets. Whoever refuses a genuine delivery for want of disk, database or room notes it here.
 */
export class IntakeRefusals {
  readonly #clock: Clock;
  #last: LastRefusal | undefined;
  #noRoom: LastRefusal | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param code the `code` of the answer that the sender got */
  noteRefused(code: string): void {
    this.#last = { at: this.#clock(), code, othersGetIn: false };
  }

  /**
   * A body found no room, so nobody knows whether its sender is genuine. The body budget takes room from the address that holds the most,
   * and others get in: were it otherwise here, a stranger who fills the room could keep a load balancer from sending any traffic.
   *
   * @param code the `code` of the answer that the sender got
   */
  noteNoRoom(code: string): void {
    this.#noRoom = { at: this.#clock(), code, othersGetIn: true };
  }

  noteAccepted(): void {
    if (this.#last !== undefined) this.#last.othersGetIn = true;
  }

  /** The last refusal of the last half minute; undefined: there was none. */
  recent(): Readonly<LastRefusal> | undefined {
    const now = this.#clock();
    // A clock that was set back must not keep it recent for longer.
    return [this.#last, this.#noRoom].find((refusal) => refusal !== undefined && Math.abs(now - refusal.at) < RECENT_MS);
  }
}
