import type { Exchange } from './exchange.ts';
import type { HttpProblem } from './problem.ts';

/**
 * Logs why a request was not served. Only unexpected errors include a stack trace: a full disk fails every request, and a trace for each
 * would fill the rest of it.
 */
export function logFailure(exchange: Exchange, thrown: unknown, { code, status }: HttpProblem): void {
  const level = levelOf(code, status);
  // `debug` is only enabled briefly, and then every line is wanted.
  if (level !== 'debug' && !exchange.mayLog(level, code)) return;
  const { log, path } = exchange;
  if (level === 'error') log.error({ err: thrown, path }, 'The request failed in a way nobody foresaw.');
  else if (level === 'warn') log.warn({ path, code, reason: reasonOf(thrown) }, 'The request could not be served now.');
  else if (level === 'info') log.info({ path, status, code }, 'The request could not be served now.');
  else log.debug({ path, status, code }, 'The request was refused.');
}

function levelOf(code: string, status: number): 'error' | 'warn' | 'info' | 'debug' {
  if (code === 'internal') return 'error';
  if (code.startsWith('store_')) return 'warn';
  return status >= 500 ? 'info' : 'debug';
}

/** The message of an error and that of the driver error behind it. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { message, cause } = thrown;
  return cause instanceof Error && !message.includes(cause.message) ? `${message} (${cause.message})` : message;
}
