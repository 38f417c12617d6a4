/** Exit code after a second signal: 128 + SIGINT, as shells expect. */
const FORCED_EXIT = 130;

/** What asks a program to stop. SIGHUP comes when its terminal is closed: Node ends there at once, under nohup too, if nobody listens. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Aborts on the first SIGTERM, SIGINT or SIGHUP, so that everything can stop in order; the second one ends the process at once.
 * Dispose it to give the signals back.
 */
export function stopSignal(): { readonly signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(FORCED_EXIT);
    controller.abort();
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
