import type { Clock } from '../base/clock.ts';

/**
 * How long a refusal counts as recent, in ms: few senders send less than once a minute, and a cause that has passed must not block traffic.
 */
const RECENT_MS = 30_000;

/** A valid delivery that could not be accepted. */
interface LastRefusal {
  readonly at: number;
  readonly code: string;
  /** True if other deliveries are accepted. */
  othersGetIn: boolean;
}

/**
 * Tracks whether deliveries are accepted: a probe can succeed while they are refused, because it cannot touch every page and limit that a
 * delivery does. Call it whenever a genuine delivery is refused because disk, database or memory is lacking.
 */
export class IntakeRefusals {
  readonly #clock: Clock;
  #last: LastRefusal | undefined;
  #noRoom: LastRefusal | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param code the `code` of the answer to the sender */
  noteRefused(code: string): void {
    this.#last = { at: this.#clock(), code, othersGetIn: false };
  }

  /**
   * A body found no room, so whether its sender is genuine is unknown. The body budget evicts the address that holds the most, so others
   * are still accepted. If this counted as a general refusal, anyone who fills the budget could make a load balancer stop all traffic.
   *
   * @param code the `code` of the answer to the sender
   */
  noteNoRoom(code: string): void {
    this.#noRoom = { at: this.#clock(), code, othersGetIn: true };
  }

  noteAccepted(): void {
    if (this.#last !== undefined) this.#last.othersGetIn = true;
  }

  /** The latest refusal within the last half minute; `undefined` if there was none. */
  recent(): Readonly<LastRefusal> | undefined {
    const now = this.#clock();
    // If the clock was set back, the refusal must not stay recent for longer.
    return [this.#last, this.#noRoom].find((refusal) => refusal !== undefined && Math.abs(now - refusal.at) < RECENT_MS);
  }
}
