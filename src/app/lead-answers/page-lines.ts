/** Calls under way at the same time: for one page, and for all together. */
export interface LineLimits {
  readonly perPage: number;
  readonly inAll: number;
}

const LINE_LIMITS: LineLimits = { perPage: 8, inAll: 32 };

/** Calls that may stand in line, those under way included. All others have their turn later: while they wait, their jobs are nobody's. */
const IN_LINE: LineLimits = { perPage: 48, inAll: 144 };

/** How long a call takes before any was measured, and at least, in ms. Too short costs another look at the jobs that came too early. */
const FIRST_CALL_MS = 100;
const SHORTEST_CALL_MS = 10;
/** What the last call adds to what is known of a page's calls. */
const NEWEST_PART = 0.1;
/** No turn is later than this, in ms: what is known now of a page's calls does not hold for ever. */
const LATEST_TURN_MS = 60_000;

interface Line {
  readonly waiting: (() => void)[];
  underway: number;
  /** How long its calls take, in ms. */
  callMs: number;
  /** Until when its turns are given away, UTC ms. */
  turnsUntil: number;
}

function newLine(): Line {
  return { waiting: [], underway: 0, callMs: FIRST_CALL_MS, turnsUntil: 0 };
}

/**
 * Lets calls for a page begin when there is a free place, one page after the other, so that a busy page does not crowd out others.
 */
export class PageLines {
  readonly #limits: LineLimits;
  readonly #lines = new Map<string, Line>();
  #underway = 0;

  constructor(limits: LineLimits = LINE_LIMITS) {
    this.#limits = limits;
  }

  /** Resolves when the call may begin; whoever was let in calls `leave` afterwards. */
  enter(page: string): Promise<void> {
    return new Promise((resolve) => {
      this.#line(page).waiting.push(resolve);
      this.#letIn();
    });
  }

  /**
   * When a call has its turn that finds no place in line, UTC ms; null: there is one. Turns follow each other at the pace at which the
   * platform answers.
   *
   * @param coming calls that are about to stand in line, for this page and for all
   */
  laterTurn(page: string, coming: { readonly page: number; readonly inAll: number }, now: number): number | null {
    const { underway, waiting, callMs, turnsUntil } = this.#lines.get(page) ?? newLine();
    const hasPlace = underway + waiting.length + coming.page < IN_LINE.perPage && this.#inLine() + coming.inAll < IN_LINE.inAll;
    if (hasPlace) return null;
    const paceMs = callMs / this.#limits.perPage;
    // Half of the line is empty by then.
    const first = now + (IN_LINE.perPage / 2) * paceMs;
    const turn = Math.min(Math.max(first, turnsUntil + paceMs), now + LATEST_TURN_MS);
    this.#line(page).turnsUntil = turn;
    return Math.round(turn);
  }

  #inLine(): number {
    return [...this.#lines.values()].reduce((sum, { underway, waiting }) => sum + underway + waiting.length, 0);
  }

  /** @param tookMs how long it took from when it was let in */
  leave(page: string, tookMs: number): void {
    const line = this.#line(page);
    line.callMs = Math.max(line.callMs + (tookMs - line.callMs) * NEWEST_PART, SHORTEST_CALL_MS);
    line.underway -= 1;
    this.#underway -= 1;
    this.#forgetIdle(page);
    this.#letIn();
  }

  /** Round after round, one of each page. A page that was let in goes to the end of the map's order. */
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

  /** Of a page that has nothing to do, nothing has to be remembered; otherwise it goes to the end of the round. */
  #forgetIdle(page: string): void {
    const line = this.#line(page);
    this.#lines.delete(page);
    if (line.underway + line.waiting.length > 0) this.#lines.set(page, line);
  }
}
