import { withCancellation } from '../../../base/cancellation.ts';
import type { Exchange } from '../../exchange.ts';
import { HttpProblem } from '../../problem.ts';

/** How long the first byte of an answer that only shows something may take, in ms; less than the 15 s after which pages give up. */
export const PATIENCE_MS = 10_000;

/** The code of a look whose client has gone. */
export const CANCELLED = 'query_cancelled';

/**
 * Answers a request that changes nothing. Its reads end when the client goes away, and when the answer has not begun in time. What changes
 * something is carried out to its end.
 */
export async function whileWanted(
  { method, res }: Pick<Exchange, 'method' | 'res'>,
  patienceMs: number,
  answer: () => Promise<void> | void,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return answer();
  const wanted = new AbortController();
  const giveUp = setTimeout(() => {
    if (!res.headersSent) wanted.abort(tooExpensive(patienceMs));
  }, patienceMs);
  giveUp.unref();
  res.once('close', () => {
    clearTimeout(giveUp);
    if (!res.writableFinished) wanted.abort(cancelled());
  });
  return withCancellation(wanted.signal, answer);
}

function tooExpensive(patienceMs: number): HttpProblem {
  const detail =
    `The database did not answer within ${patienceMs / 1_000} seconds. Narrow the request down: a shorter period, one source, one client or one campaign. ` +
    'If small requests take as long, check the load of the machine and its disk.';
  return new HttpProblem(503, 'query_too_expensive', detail, { title: 'That took too long', headers: { 'Retry-After': '10' } });
}

/** Nobody is left to read it. */
function cancelled(): HttpProblem {
  return new HttpProblem(503, CANCELLED, 'The client closed the connection.');
}
