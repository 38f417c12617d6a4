import { withCancellation } from '../../../base/cancellation.ts';
import type { Exchange } from '../../exchange.ts';
import { HttpProblem } from '../../problem.ts';

/** How long the first byte of a read-only response may take, in ms; less than the 15 s after which pages give up. */
export const TIMEOUT_MS = 10_000;

/** The code of a read whose client has disconnected. */
export const CANCELLED = 'query_cancelled';

/**
 * Answers a request. Reads of GET and HEAD are cancelled if the client disconnects, or if the response has not started in time. Changes are
 * always completed.
 */
export async function withTimeout(
  { method, res }: Pick<Exchange, 'method' | 'res'>,
  timeoutMs: number,
  answer: () => Promise<void> | void,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return answer();
  const wanted = new AbortController();
  const giveUp = setTimeout(() => {
    if (!res.headersSent) wanted.abort(tooExpensive(timeoutMs));
  }, timeoutMs);
  giveUp.unref();
  res.once('close', () => {
    clearTimeout(giveUp);
    if (!res.writableFinished) wanted.abort(cancelled());
  });
  return withCancellation(wanted.signal, answer);
}

function tooExpensive(timeoutMs: number): HttpProblem {
  const detail =
    `The database did not answer within ${timeoutMs / 1_000} seconds. Narrow the request down: a shorter period, one source, one client or one campaign. ` +
    'If small requests take as long, check the load of the machine and its disk.';
  return new HttpProblem(503, 'query_too_expensive', detail, { title: 'That took too long', headers: { 'Retry-After': '10' } });
}

/** Nobody is left to read it. */
export function cancelled(): HttpProblem {
  return new HttpProblem(503, CANCELLED, 'The client closed the connection.');
}
