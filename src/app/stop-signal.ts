/** Exit code after a second signal: 128 + SIGINT, as shells expect. */
const FORCED_EXIT = 130;

/**
 * The signals that stop the program. SIGHUP arrives when its terminal closes: without a listener Node exits immediately, even under nohup.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Signals within this time after the first are the same request, in ms. One Ctrl-C under npm arrives twice: the terminal signals every
 * process in the foreground, and npm forwards its own signal. Service managers may send SIGHUP right after SIGTERM.
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Aborts on the first SIGTERM, SIGINT or SIGHUP, so that everything can stop in order. A later one, more than a second afterwards, ends the
 * process immediately. Dispose of it to remove the signal handlers.
 */
export function stopSignal(): { readonly signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  let askedAt = 0;
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      askedAt = performance.now();
      controller.abort();
    } else if (performance.now() - askedAt > SAME_REQUEST_MS) {
      process.exit(FORCED_EXIT);
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
