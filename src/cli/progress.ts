import { say } from '../messages/messages.ts';

/** Redrawing more often than this only costs time. */
const REDRAW_MS = 100;
/** Of a terminal that does not tell: a serial line, a pseudo-terminal without a size. */
const ASSUMED_COLUMNS = 80;
const CLEAR_LINE = '\r\x1b[K';

/** One line on the terminal that tells how far long work is. Ending it, also by `using`, leaves nothing behind; again is fine. */
export interface Progress extends Disposable {
  /** How much is done, and of how much where that is known. */
  update(done: number, total?: number): void;
  /** What is being done now, in place of the text it began with. */
  stage(text: string): void;
  end(): void;
}

/** Where the line goes: stderr, or a stream of a test. */
interface ProgressTerminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

interface ProgressOptions {
  /** Off: nothing is ever drawn. Commands pass off for `--json`. */
  readonly enabled: boolean;
  readonly terminal?: ProgressTerminal;
  /** Milliseconds of any clock that does not go back. */
  readonly clock?: () => number;
}

/**
 * Begins the line, on stderr, where people watch: on a terminal that can rewrite a line. Everywhere else it draws nothing.
 *
 * @param text what is being done, in the person's language: `Deleting finished jobs`
 */
export function startProgress(text: string, options: ProgressOptions): Progress {
  const { enabled, terminal = process.stderr, clock = () => performance.now() } = options;
  if (!enabled || terminal.isTTY !== true || process.env['TERM'] === 'dumb') return SILENT;
  return new ProgressLine(text, terminal, clock);
}

const SILENT: Progress = { update: () => {}, stage: () => {}, end: () => {}, [Symbol.dispose]: () => {} };

class ProgressLine implements Progress {
  readonly #terminal: ProgressTerminal;
  readonly #clock: () => number;
  #text: string;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isEnded = false;

  constructor(text: string, terminal: ProgressTerminal, clock: () => number) {
    this.#text = text;
    this.#terminal = terminal;
    this.#clock = clock;
    this.#draw(text);
  }

  update(done: number, total?: number): void {
    if (this.#isEnded || this.#clock() - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = this.#clock();
    this.#draw(`${this.#text}: ${amount(done, total)}`);
  }

  stage(text: string): void {
    if (this.#isEnded || text === this.#text) return;
    this.#text = text;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
    this.#draw(text);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#terminal.write(CLEAR_LINE);
  }

  [Symbol.dispose](): void {
    this.end();
  }

  /** Cut one column short of the edge: a full line would wrap, and only its last part could be rewritten. */
  #draw(text: string): void {
    const room = (this.#terminal.columns || ASSUMED_COLUMNS) - 1;
    const line = `${text} …`;
    this.#terminal.write(`${CLEAR_LINE}${line.length <= room ? line : `${line.slice(0, room - 1)}…`}`);
  }
}

/** `12,000 of 40,000 (30%)`, `12.000 de 40.000 (30%)`; without a total only how much is done. */
function amount(done: number, total: number | undefined): string {
  const numbers = new Intl.NumberFormat(say((m) => m.cli.output.en));
  if (total === undefined || total <= 0) return numbers.format(done);
  const percent = Math.min(100, Math.floor((done / total) * 100));
  return `${numbers.format(done)} ${say((m) => m.cli.output.of)} ${numbers.format(total)} (${percent}%)`;
}
