import type { Exchange } from './exchange.ts';
import type { HttpProblem } from './problem.ts';

/**
 * Logs why a request was not served. Only what nobody foresaw tells where in the program it came from: a full disk fails
 * every request, and a stack for each would fill what is left of it.
 */
export function logFailure({ log, path }: Pick<Exchange, 'log' | 'path'>, thrown: unknown, { code, status }: HttpProblem): void {
  if (code === 'internal') log.error({ err: thrown, path }, 'The request failed in a way nobody foresaw.');
  else if (code.startsWith('store_')) log.warn({ path, code, reason: reasonOf(thrown) }, 'The request could not be served now.');
  else if (status >= 500) log.info({ path, status, code }, 'The request could not be served now.');
  else log.debug({ path, status, code }, 'The request was refused.');
}

/** The sentence of an error, and that of the driver behind it. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? `${thrown.message} (${thrown.cause.message})` : thrown.message;
}
