import { wait } from './wait.ts';

interface Repeating {
  /** The pause before each round, in ms. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Gets the errors, except after an abort; the next round tries again. */
  readonly onTrouble: (error: unknown) => void;
  /** True: the first round starts immediately. */
  readonly atOnce?: boolean;
}

/** Repeats something until the signal aborts. Never rejects. */
export async function repeat({ everyMs, signal, onTrouble, atOnce = false }: Repeating, round: () => Promise<void>): Promise<void> {
  if (!atOnce) await wait(everyMs, signal);
  while (!signal.aborted) {
    await round().catch((error: unknown) => {
      if (!signal.aborted) onTrouble(error);
    });
    await wait(everyMs, signal);
  }
}

/** Skips `look` while nothing was committed since its last success: then the round only reads one number. */
export function onceChanged(feed: { changeToken(): number }, look: () => Promise<void>): () => Promise<void> {
  let lookedAt: number | undefined;
  return async () => {
    const token = feed.changeToken();
    if (token === lookedAt) return;
    await look();
    lookedAt = token;
  };
}
