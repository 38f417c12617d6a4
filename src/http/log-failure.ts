import type { Exchange } from './exchange.ts';
import type { HttpProblem } from './problem.ts';

/** Logs why a request was not served. Only trouble nobody asked for tells where in the program it came from. */
export function logFailure({ log, path }: Pick<Exchange, 'log' | 'path'>, thrown: unknown, { code, status }: HttpProblem): void {
  if (code === 'internal') log.error({ err: thrown, path }, 'The request failed in a way nobody foresaw.');
  else if (code.startsWith('store_')) log.warn({ err: thrown, path, code }, 'The request could not be served now.');
  else if (status >= 500) log.info({ path, status, code }, 'The request could not be served now.');
  else log.debug({ path, status, code }, 'The request was refused.');
}
