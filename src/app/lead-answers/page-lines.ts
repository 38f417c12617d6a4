/** Maximum concurrent calls: per page, and in total. */
export interface LineLimits {
  readonly perPage: number;
  readonly inAll: number;
}

const LINE_LIMITS: LineLimits = { perPage: 8, inAll: 32 };

/** Maximum calls in line, including running ones. Further jobs are returned to the queue and run later. */
const IN_LINE: LineLimits = { perPage: 48, inAll: 144 };

/**
 * The assumed duration of a page's first call, and the minimum estimate, in ms. Too short costs another read of jobs that came too early.
 */
const FIRST_CALL_MS = 100;
const SHORTEST_CALL_MS = 10;
/** The weight of the latest call in the average duration. */
const NEWEST_PART = 0.1;
/** Maximum delay of a job, in ms: the measured duration of a page's calls does not stay valid forever. */
const LATEST_TURN_MS = 60_000;

interface Line {
  readonly waiting: (() => void)[];
  underway: number;
  /** The average duration of its calls, in ms. */
  callMs: number;
  /** Until when its slots are assigned, UTC ms. */
  slotsUntil: number;
}

function newLine(): Line {
  return { waiting: [], underway: 0, callMs: FIRST_CALL_MS, slotsUntil: 0 };
}

/** Starts calls when a slot is free, pages taking turns, so that a busy page does not block others. */
export class PageLines {
  readonly #limits: LineLimits;
  readonly #lines = new Map<string, Line>();
  #underway = 0;

  constructor(limits: LineLimits = LINE_LIMITS) {
    this.#limits = limits;
  }

  /** Resolves when the call may start; the caller must call `leave` afterwards. */
  enter(page: string): Promise<void> {
    return new Promise((resolve) => {
      this.#line(page).waiting.push(resolve);
      this.#letIn();
    });
  }

  /**
   * When a call that finds the line full may run, UTC ms; `null` if there is room. Calls are spaced at the rate at which the platform
   * answers.
   *
   * @param coming calls that are about to join the line, for this page and in total
   */
  delayedStart(page: string, coming: { readonly page: number; readonly inAll: number }, now: number): number | null {
    const { underway, waiting, callMs, slotsUntil } = this.#lines.get(page) ?? newLine();
    const hasPlace = underway + waiting.length + coming.page < IN_LINE.perPage && this.#inLine() + coming.inAll < IN_LINE.inAll;
    if (hasPlace) return null;
    const paceMs = callMs / this.#limits.perPage;
    // Half of the line is empty by then.
    const first = now + (IN_LINE.perPage / 2) * paceMs;
    const turn = Math.min(Math.max(first, slotsUntil + paceMs), now + LATEST_TURN_MS);
    this.#line(page).slotsUntil = turn;
    return Math.round(turn);
  }

  #inLine(): number {
    return [...this.#lines.values()].reduce((sum, { underway, waiting }) => sum + underway + waiting.length, 0);
  }

  /** @param tookMs how long the call took after it started */
  leave(page: string, tookMs: number): void {
    const line = this.#line(page);
    line.callMs = Math.max(line.callMs + (tookMs - line.callMs) * NEWEST_PART, SHORTEST_CALL_MS);
    line.underway -= 1;
    this.#underway -= 1;
    this.#forgetIdle(page);
    this.#letIn();
  }

  /** Pages take turns. A page that starts a call moves to the end of the map. */
  #letIn(): void {
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (const line of [...this.#lines.values()]) {
        if (this.#underway >= this.#limits.inAll) return;
        const next = line.underway < this.#limits.perPage ? line.waiting.shift() : undefined;
        if (next === undefined) continue;
        line.underway += 1;
        this.#underway += 1;
        isMoving = true;
        next();
      }
    }
  }

  #line(page: string): Line {
    const known = this.#lines.get(page) ?? newLine();
    this.#lines.set(page, known);
    return known;
  }

  /** Drops the state of an idle page; a busy page moves to the end of the round. */
  #forgetIdle(page: string): void {
    const line = this.#line(page);
    this.#lines.delete(page);
    if (line.underway + line.waiting.length > 0) this.#lines.set(page, line);
  }
}
