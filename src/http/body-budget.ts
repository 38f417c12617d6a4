const SMALLEST_BUDGET_BYTES = 67_108_864;
/** However large a body may be, so many of them can be read at the same time. */
const WHOLE_BODIES = 16;

/** How much memory the bodies that are being read may take together: connections are cheap, and each could bring a large one. */
export class BodyBudget {
  #left: number;

  constructor(limitBytes: number) {
    this.#left = Math.max(SMALLEST_BUDGET_BYTES, WHOLE_BODIES * limitBytes);
  }

  /** False, and nothing taken, when that many bytes are not left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}
