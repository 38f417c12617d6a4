import { wait } from '../base/wait.ts';
import { HttpConnection } from './http-connection.ts';
import type { Submission } from './submissions.ts';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly submissions: readonly Submission[];
  /** Requests are sent at this even rate, as leads arrive. Default: as fast as the server answers. */
  readonly perSecond?: number;
  /** No request is sent after this time. Default: until all were sent. */
  readonly durationMs?: number;
  readonly signal: AbortSignal;
}

export interface LoadResult {
  /** Ids of all requests that were written to a socket. */
  readonly sent: readonly string[];
  /** Ids of those that the server accepted (202 or 200), and when the answer had been read, in ms of `performance.now()`. */
  readonly accepted: ReadonlyMap<string, number>;
  /** Requests with any other answer. */
  readonly refused: number;
  /** Requests whose connection ended before the answer. */
  readonly lost: number;
  /** One per answer, in ms. */
  readonly latenciesMs: readonly number[];
  /** From the first request to the last answer, in ms. */
  readonly elapsedMs: number;
}

/**
 * Each connection sends the next request once its last one is answered. At a rate, it waits for the planned time of the request, from which
 * latencies are measured: a slow answer does not delay the next request, and the time a request waits for a connection counts; the timer of
 * this process adds up to about 1 ms to each. A closed connection sends nothing more; pending answers are awaited.
 */
export async function runLoad({ port, submissions, perSecond, durationMs = Infinity, signal, ...load }: Load): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => HttpConnection.open(port)));
  const sent: string[] = [];
  const latenciesMs: number[] = [];
  const accepted = new Map<string, number>();
  let next = 0;
  let refused = 0;
  let lost = 0;
  let elapsedMs = 0;
  const startedAt = performance.now();
  const run = async (connection: HttpConnection): Promise<void> => {
    while (connection.isOpen) {
      const submission = submissions[next];
      const plannedAt = perSecond === undefined ? performance.now() : startedAt + (next * 1_000) / perSecond;
      next += 1;
      if (perSecond !== undefined) await waitUntil(plannedAt, signal);
      if (submission === undefined || signal.aborted || performance.now() >= startedAt + durationMs) return;
      sent.push(submission.id);
      const answer = await connection.send(submission.request);
      const answeredAt = performance.now();
      if (answer === 'lost') {
        lost += 1;
        return;
      }
      elapsedMs = answeredAt - startedAt;
      latenciesMs.push(answeredAt - plannedAt);
      if (answer === 202 || answer === 200) accepted.set(submission.id, answeredAt);
      else refused += 1;
    }
  };
  await Promise.all(connections.map(run));
  for (const connection of connections) connection.close();
  return { sent, accepted, refused, lost, latenciesMs, elapsedMs };
}

/** A timer can fire up to a millisecond early. */
async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  for (let left = at - performance.now(); left > 0 && !signal.aborted; left = at - performance.now()) await wait(left, signal);
}
