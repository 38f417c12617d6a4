import { type Answer, type HttpConnection, openConnections } from './http-connection.ts';
import type { Submission } from './submissions.ts';

/** The result of a load. */
export interface LoadResult {
  /** Ids of all requests that were written to a socket. */
  readonly sent: readonly string[];
  /** Ids of those that the server accepted (202 or 200). */
  readonly accepted: readonly string[];
  /** Requests with any other answer. */
  readonly refused: number;
  /** Requests whose connection ended before the answer. */
  readonly lost: number;
  /** One per answer, in ms. */
  readonly latenciesMs: readonly number[];
  /** From the first request to the last answer, in ms. */
  readonly elapsedMs: number;
}

/** Records the results of requests. */
export class LoadRecord implements LoadResult {
  readonly sent: string[] = [];
  readonly accepted: string[] = [];
  readonly latenciesMs: number[] = [];
  refused = 0;
  lost = 0;
  elapsedMs = 0;
  readonly #startedAt = performance.now();

  note(id: string, answer: Answer, latencyMs: number): void {
    if (answer === 'lost') {
      this.lost += 1;
      return;
    }
    this.elapsedMs = performance.now() - this.#startedAt;
    this.latenciesMs.push(latencyMs);
    if (answer === 202 || answer === 200) this.accepted.push(id);
    else this.refused += 1;
  }
}

export interface ClosedLoad {
  readonly port: number;
  readonly connections: number;
  readonly submissions: readonly Submission[];
  readonly durationMs: number;
  readonly signal: AbortSignal;
}

/**
 * As fast as the server answers: each connection sends its next request once the last one is answered. It ends when the time is over, the
 * requests are used up, the connections are closed or the signal aborts; pending answers are awaited.
 */
export async function loadAtFullSpeed(load: ClosedLoad): Promise<LoadResult> {
  const connections = await openConnections(load.port, load.connections);
  const record = new LoadRecord();
  const endsAt = performance.now() + load.durationMs;
  let next = 0;
  const run = (connection: HttpConnection): Promise<void> =>
    new Promise((resolve) => {
      const sendNext = (): void => {
        const submission = load.submissions[next];
        const sentAt = performance.now();
        if (submission === undefined || sentAt >= endsAt || load.signal.aborted || !connection.isOpen) {
          resolve();
          return;
        }
        next += 1;
        record.sent.push(submission.id);
        connection.send(submission.request, (answer) => {
          record.note(submission.id, answer, performance.now() - sentAt);
          sendNext();
        });
      };
      sendNext();
    });
  await Promise.all(connections.map(run));
  for (const connection of connections) connection.close();
  return record;
}
