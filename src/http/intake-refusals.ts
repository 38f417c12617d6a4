import type { Clock } from '../base/clock.ts';

/** A refusal counts as recent for so long, in ms: senders that come once a minute are rare, and a cause that passed must not keep traffic away. */
const RECENT_MS = 30_000;

/** The last delivery that could not be taken although nothing was wrong with it. */
interface LastRefusal {
  readonly at: number;
  readonly code: string;
  /** True: others were accepted since. */
  acceptedSince: boolean;
}

/**
 * What became of the deliveries of senders: a probe can succeed while they are refused, because it cannot touch every page and every limit
 * that a delivery meets. Whoever refuses a genuine delivery for want of disk, database or room notes it here.
 */
export class IntakeRefusals {
  readonly #clock: Clock;
  #last: LastRefusal | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param code the `code` of the answer that the sender got */
  noteRefused(code: string): void {
    this.#last = { at: this.#clock(), code, acceptedSince: false };
  }

  noteAccepted(): void {
    if (this.#last !== undefined) this.#last.acceptedSince = true;
  }

  /** The last refusal of the last half minute; undefined: there was none. */
  recent(): Readonly<LastRefusal> | undefined {
    const last = this.#last;
    // A clock that was set back must not keep it recent for longer.
    return last !== undefined && Math.abs(this.#clock() - last.at) < RECENT_MS ? last : undefined;
  }
}
