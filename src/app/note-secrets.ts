import type { AppContext } from './context.ts';
import { sourceSettings } from './source-settings.ts';

/** Notes since when each source's secret is the current one: a rotation begins where `serve` starts with another than before. */
export async function noteSecrets({ config, secrets, store, clock, log }: AppContext): Promise<void> {
  const since = clock();
  const current = sourceSettings(config, secrets).flatMap(({ origin, secret: { fingerprint } }) =>
    fingerprint === null ? [] : [{ origin, secret: fingerprint, since }],
  );
  try {
    await store.noteCurrentSecrets(current);
  } catch (error) {
    // Events are taken all the same; until the next start a rotation is shown as not begun, which keeps the old secret.
    log.warn({ err: error }, 'the current secrets could not be noted');
  }
}
