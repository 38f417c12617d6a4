import { say } from '../messages/messages.ts';

/** Redrawing more often only costs time. */
const REDRAW_MS = 100;
/** For a terminal without a known width: a serial line, a pseudo-terminal without a size. */
const ASSUMED_COLUMNS = 80;
const CLEAR_LINE = '\r\x1b[K';

/** One line on the terminal that shows the progress of a long operation. Ending it, also through `using`, removes the line; idempotent. */
export interface Progress extends Disposable {
  /** How much is done, and the total if known. */
  update(done: number, total?: number): void;
  /** The current step, replacing the initial text. */
  stage(text: string): void;
  end(): void;
}

/** Where the line is written: stderr, or a stream in tests. */
interface ProgressTerminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

interface ProgressOptions {
  /** False: nothing is ever drawn. Commands pass false for `--json`. */
  readonly enabled: boolean;
  readonly terminal?: ProgressTerminal;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

const SILENT: Progress = { update: () => {}, stage: () => {}, end: () => {}, [Symbol.dispose]: () => {} };

/**
 * Starts the line on stderr if that is a terminal that can rewrite a line. Otherwise draws nothing.
 *
 * @param text what is being done, in the user's language: `Deleting finished jobs`
 */
export function startProgress(text: string, options: ProgressOptions): Progress {
  const { enabled, terminal = process.stderr, clock = () => performance.now() } = options;
  if (!enabled || terminal.isTTY !== true || process.env['TERM'] === 'dumb') return SILENT;
  let current = text;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isEnded = false;
  // Cut one column short of the edge: a full line would wrap, and only its last part could be rewritten.
  const draw = (shown: string): void => {
    const room = (terminal.columns || ASSUMED_COLUMNS) - 1;
    const line = `${shown} …`;
    terminal.write(`${CLEAR_LINE}${line.length <= room ? line : `${line.slice(0, room - 1)}…`}`);
  };
  const end = (): void => {
    if (!isEnded) terminal.write(CLEAR_LINE);
    isEnded = true;
  };
  draw(text);
  return {
    update(done, total) {
      if (isEnded || clock() - drawnAt < REDRAW_MS) return;
      drawnAt = clock();
      draw(`${current}: ${amount(done, total)}`);
    },
    stage(next) {
      if (isEnded || next === current) return;
      current = next;
      drawnAt = Number.NEGATIVE_INFINITY;
      draw(next);
    },
    end,
    [Symbol.dispose]: end,
  };
}

/** `12,000 of 40,000 (30%)`, `12.000 de 40.000 (30%)`; without a total only the amount done. */
function amount(done: number, total: number | undefined): string {
  const numbers = new Intl.NumberFormat(say((m) => m.labels.locale));
  if (total === undefined || total <= 0) return numbers.format(done);
  const percent = Math.min(100, Math.floor((done / total) * 100));
  return `${numbers.format(done)} ${say((m) => m.cli.output.of)} ${numbers.format(total)} (${percent}%)`;
}
