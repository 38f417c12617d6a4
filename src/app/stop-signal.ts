/** Exit code after a second signal: 128 + SIGINT, as shells expect. */
const FORCED_EXIT = 130;

/**
 * Aborts on the first SIGTERM or SIGINT, so that everything can stop in order; the second one ends the process at once.
 * Dispose it to give the signals back.
 */
export function stopSignal(): { readonly signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(FORCED_EXIT);
    controller.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      process.off('SIGTERM', onSignal);
      process.off('SIGINT', onSignal);
    },
  };
}
