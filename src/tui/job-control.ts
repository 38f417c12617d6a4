import type { TerminalHandle } from './components/watch-view.tsx';

/** Time for the stop to take effect. A process that cannot be stopped (its group is orphaned) continues after it. */
const STOP_MS = 50;

/**
 * Lets the shell stop and resume the view (Ctrl-Z and `fg`, SIGTSTP and SIGCONT): it releases the terminal before stopping, and takes it
 * back and redraws afterwards. Disposing removes the signal handlers.
 */
export class JobControl implements Disposable {
  readonly #terminal: () => TerminalHandle | undefined;
  #isAway = false;

  constructor(terminal: () => TerminalHandle | undefined) {
    this.#terminal = terminal;
    process.on('SIGTSTP', this.stop);
    process.on('SIGCONT', this.#redraw);
  }

  /** Whether the terminal belongs to the shell. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Stops this process with its group, as the terminal's own Ctrl-Z would; resolves when it continues. */
  readonly stop = (): void => {
    void this.#away(async () => {
      process.off('SIGTSTP', this.stop);
      process.kill(0, 'SIGTSTP');
      await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      process.on('SIGTSTP', this.stop);
    });
  };

  /** Continued after a SIGSTOP, which cannot be caught: the shell used the terminal in the meantime. */
  readonly #redraw = (): void => {
    void this.#away(async () => undefined);
  };

  async #away(work: () => Promise<void>): Promise<void> {
    const terminal = this.#terminal();
    if (terminal === undefined || this.#isAway) return;
    this.#isAway = true;
    try {
      const suspension = await terminal.suspend();
      await work();
      // A background process gets no signal for a new window size; this event makes Node query the terminal.
      process.emit('SIGWINCH');
      await suspension?.resume();
    } finally {
      this.#isAway = false;
    }
  }

  [Symbol.dispose](): void {
    process.off('SIGTSTP', this.stop);
    process.off('SIGCONT', this.#redraw);
  }
}
