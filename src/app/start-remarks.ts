import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import type { NamedKey } from '../domain/named-secret.ts';
import type { Origin } from '../domain/origin.ts';
import { isAlive } from '../domain/queue-status.ts';
import type { AppContext } from './context.ts';
import { connectedPlatforms } from './platforms/delivery-settings.ts';
import { sourceSettings } from './source-settings.ts';

/**
 * Logs which sources answer 503 because a secret is missing.
 * @param named secrets of single senders
 */
export function logMissingSecrets({ config, secrets, log }: AppContext, named: readonly NamedKey[]): void {
  if (config.allowUnsigned) log.warn('WEBHOOK_ALLOW_UNSIGNED is true: whoever reaches the ad-platform routes can post leads');
  const isNamed = (source: Origin): boolean => named.some(({ origin, value }) => origin === source && value !== null);
  const sources = sourceSettings(config, secrets);
  const closed = sources.filter(({ origin, secret, allowsUnsigned }) => !secret.isSet && !isNamed(origin) && !allowsUnsigned);
  if (closed.length === 0) return;
  const closedOnes = closed.map(({ origin }) => origin).join(', ');
  const settings = closed.map(({ secret }) => secret.name).join(', ');
  const [are, answers] = closed.length === 1 ? ['is', 'it answers'] : ['are', 'they answer'];
  const next = closed.length === sources.length ? '; `lead-intake init` sets up a new folder' : '';
  log.warn(`${closedOnes} ${are} not configured: ${answers} 503 until ${settings} ${are} set${next}`);
}

/**
 * Logs which settings contain the value of a limited secret that was removed or cannot be decrypted: an operator may expect it to be
 * refused or to have no limit.
 */
export function logLimitedSettings({ config, secrets, log }: AppContext, named: readonly NamedKey[]): void {
  const limited = named.filter(({ value, clientId }) => value === null && clientId !== null);
  for (const { origin, fingerprint, clientId } of limited) {
    const source = sourceSettings(config, secrets).find((one) => one.origin === origin);
    const same = [source?.secret, source?.previous].find((one) => one?.fingerprint === fingerprint);
    if (same === undefined) continue;
    log.warn(
      `${same.name} has the value of a named secret that was removed or cannot be opened: it creates leads of client ${clientId} alone`,
    );
  }
}

/** Logs which queue has no worker. */
export async function logMissingWorker(context: AppContext): Promise<void> {
  const { store, clock, log } = context;
  try {
    const workers = await store.listWorkers();
    const isWorked = (queue: string): boolean => workers.some((worker) => worker.queue === queue && isAlive(worker, clock()));
    if (!isWorked(DEFAULT_QUEUE)) log.info('no worker is running yet: start `lead-intake queue work` or use --work');
    if ((await connectedPlatforms(context)).length > 0 && !isWorked(CONVERSION_QUEUE)) {
      log.info(`nobody sends conversions yet: start \`lead-intake queue work ${CONVERSION_QUEUE}\` or use --work`);
    }
  } catch (error) {
    // The service runs without this line; /health reports the database.
    log.debug({ err: error }, 'the workers could not be listed');
  }
}

/** Records since when each source's current secret has been in use: a rotation begins when `serve` starts with a different one. */
export async function noteSecrets({ config, secrets, store, clock, log }: AppContext): Promise<void> {
  const since = clock();
  const current = sourceSettings(config, secrets).flatMap(({ origin, secret: { fingerprint } }) =>
    fingerprint === null ? [] : [{ origin, secret: fingerprint, since }],
  );
  try {
    await store.noteCurrentSecrets(current);
  } catch (error) {
    // Events are accepted anyway. Until the next start a rotation is shown as not begun, so the old secret is kept.
    log.warn({ err: error }, 'the current secrets could not be noted');
  }
}
