/** Exit code after a second signal: 128 + SIGINT, as shells expect. */
const FORCED_EXIT = 130;

/** What asks a program to stop. SIGHUP comes when its terminal is closed: Node ends there at once, under nohup too, if nobody listens. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Signals that follow the first one this closely are the same request, in ms. One Ctrl-C under npm arrives twice: the terminal signals
 * every process in the foreground, and npm forwards the signal it got. Service managers may send SIGHUP right after SIGTERM.
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Aborts on the first SIGTERM, SIGINT or SIGHUP, so that everything can stop in order. A later one, more than a second after it, ends the
 * process at once. Dispose it to give the signals back.
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
