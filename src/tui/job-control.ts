import type { TerminalHandle } from './components/watch-view.tsx';

/** Time for the stop to take hold; a process that cannot be stopped (its group is orphaned) goes on after it. */
const STOP_MS = 50;

/**
 * Lets the shell stop the view and bring it back (Ctrl-Z and `fg`, SIGTSTP and SIGCONT): the terminal is given back before, and taken
 * and drawn anew after. Dispose it to give the signals back.
 */
export class JobControl implements Disposable {
  readonly #terminal: () => TerminalHandle | undefined;
  #isStopping = false;

  constructor(terminal: () => TerminalHandle | undefined) {
    this.#terminal = terminal;
    process.on('SIGTSTP', this.stop);
    process.on('SIGCONT', this.#redraw);
  }

  /** Stops this process with its group, as the terminal's own Ctrl-Z would; resolves when it goes on. */
  readonly stop = (): void => {
    void this.#away(async () => {
      process.off('SIGTSTP', this.stop);
      process.kill(0, 'SIGTSTP');
      await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      process.on('SIGTSTP', this.stop);
    });
  };

  /** Continued after a SIGSTOP, which nobody is told of: the shell has had the terminal meanwhile. */
  readonly #redraw = (): void => {
    void this.#away(async () => undefined);
  };

  async #away(work: () => Promise<void>): Promise<void> {
    const terminal = this.#terminal();
    if (terminal === undefined || this.#isStopping) return;
    this.#isStopping = true;
    try {
      const suspension = await terminal.suspend();
      await work();
      // Whoever was not in the foreground was not told that the window changed its size; Node asks the terminal at this signal.
      process.emit('SIGWINCH');
      await suspension?.resume();
    } finally {
      this.#isStopping = false;
    }
  }

  [Symbol.dispose](): void {
    process.off('SIGTSTP', this.stop);
    process.off('SIGCONT', this.#redraw);
  }
}
