import { render } from 'ink';
import type { Clock } from '../base/clock.ts';
import { currentLanguage } from '../base/language.ts';
import { MESSAGES } from '../messages/messages.ts';
import { type TerminalHandle, WatchView } from './components/watch-view.tsx';
import { WatchController } from './controller.ts';
import { JobControl } from './job-control.ts';
import type { WatchSource } from './source.ts';
import { initialState } from './state.ts';
import { createLook } from './theme.ts';

/** Maximum frames per second, however fast keys and figures arrive. */
const MOST_FRAMES = 15;

/** Moves the cursor to the top left and erases everything (ECMA-48: CUP, ED). */
const HOME_AND_ERASE = '\u001b[H\u001b[J';

export interface WatchOptions {
  readonly source: WatchSource;
  readonly version: string;
  readonly clock: Clock;
  readonly refreshMs: number;
  readonly readonly: boolean;
  readonly ascii: boolean;
  readonly hasColors: boolean;
  /** For screen readers. */
  readonly isSpoken: boolean;
  readonly signal: AbortSignal;
}

/**
 * Shows the view on the terminal until the user quits. The terminal is restored however it ends; an unexpected error is thrown after that,
 * so that it stays readable.
 */
export async function runWatch(options: WatchOptions): Promise<void> {
  const messages = MESSAGES[currentLanguage()];
  const size = { columns: process.stdout.columns, rows: process.stdout.rows };
  const setup = { name: options.source.name, version: options.version, readonly: options.readonly, texts: messages.terminal };
  let terminal: TerminalHandle | undefined;
  using jobControl = new JobControl(() => terminal);
  const controller = new WatchController(initialState(setup, size, options.clock()), {
    source: options.source,
    clock: options.clock,
    refreshMs: options.refreshMs,
    onQuit: () => terminal?.exit(),
    onSuspend: jobControl.stop,
  });
  const look = createLook(messages, { ascii: options.ascii, hasColors: options.hasColors });
  using ends = endings((error) => terminal?.exit(error), options.signal);
  const onReady = (handle: TerminalHandle): void => {
    terminal = handle;
    if (options.signal.aborted) handle.exit();
  };
  const view = <WatchView controller={controller} look={look} isSpoken={options.isSpoken} onReady={onReady} />;
  const screen = render(view, {
    alternateScreen: !options.isSpoken,
    incrementalRendering: true,
    interactive: true,
    exitOnCtrlC: false,
    maxFps: MOST_FRAMES,
    isScreenReaderEnabled: options.isSpoken,
  });
  // Ink moves relative to the cursor and leaves out rows that have not changed. The terminal may have had other sizes meanwhile, of which
  // this process never heard: they moved the cursor and took rows away.
  const drawAnew = (): void => {
    if (options.isSpoken || jobControl.isAway) return;
    screen.clear();
    process.stdout.write(HOME_AND_ERASE);
  };
  // Before Ink's own listener, which draws.
  process.stdout.prependListener('resize', drawAnew);
  try {
    const running = controller.run().catch((error: unknown) => ends.fail(error));
    await screen.waitUntilExit();
    controller.stop();
    await running;
  } finally {
    controller.stop();
    process.stdout.off('resize', drawAnew);
    screen.unmount();
    // The last screen stays; the shell continues below it.
    if (options.isSpoken) process.stdout.write('\n');
  }
}

/** Ends the view on a stop signal, if the terminal is gone, and on unexpected errors. */
function endings(exit: (error?: Error) => void, signal: AbortSignal): Disposable & { fail(error: unknown): void } {
  const end = (): void => exit();
  const fail = (error: unknown): void => exit(error instanceof Error ? error : new Error(String(error)));
  signal.addEventListener('abort', end, { once: true });
  process.on('SIGHUP', end);
  process.stdin.on('end', end);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  return {
    fail,
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', end);
      process.off('SIGHUP', end);
      process.stdin.off('end', end);
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
    },
  };
}
