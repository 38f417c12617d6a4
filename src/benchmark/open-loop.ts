import { wait } from '../base/wait.ts';
import { type HttpConnection, openConnections } from './http-connection.ts';
import { LoadRecord, type LoadResult } from './load-client.ts';
import type { Submission } from './submissions.ts';

/** When to send each request at an even rate, independently of the server; times in ms since the start. */
export class SendPlan {
  readonly #perSecond: number;
  readonly total: number;

  constructor(perSecond: number, total: number) {
    this.#perSecond = perSecond;
    this.total = total;
  }

  /** When the request with this index (from 0) has to be sent. */
  plannedAt(index: number): number {
    return (index * 1_000) / this.#perSecond;
  }

  /** How many requests should have been sent by this time. */
  dueBy(elapsedMs: number): number {
    if (elapsedMs < 0) return 0;
    return Math.min(this.total, Math.floor((elapsedMs * this.#perSecond) / 1_000) + 1);
  }
}

export interface OpenLoad {
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly submissions: readonly Submission[];
  readonly signal: AbortSignal;
  /** Called for each accepted request as soon as its answer arrives. */
  onAccepted?(id: string): void;
}

interface Ask {
  readonly submission: Submission;
  readonly plannedAt: number;
}

/**
 * At an even rate, as leads arrive: a slow answer does not delay the next request, and the time a request waits for a connection counts.
 * Latencies are measured from the planned time; the timer of this process adds up to about 1 ms to each.
 */
export async function loadAtRate(load: OpenLoad): Promise<LoadResult> {
  const connections = await openConnections(load.port, load.connections);
  const plan = new SendPlan(load.perSecond, load.submissions.length);
  const sender = new Sender(connections, load.onAccepted);
  const startedAt = performance.now();
  for (let begun = 0; begun < plan.total && !load.signal.aborted; ) {
    const due = plan.dueBy(performance.now() - startedAt);
    for (; begun < due; begun += 1) {
      sender.ask({ submission: load.submissions[begun] as Submission, plannedAt: startedAt + plan.plannedAt(begun) });
    }
    if (begun < plan.total) await wait(startedAt + plan.plannedAt(begun) - performance.now(), load.signal);
  }
  await sender.finished();
  for (const connection of connections) connection.close();
  return sender.record;
}

/** Sends each request on the first free connection. */
class Sender {
  readonly record = new LoadRecord();
  readonly #free: HttpConnection[];
  readonly #waiting: Ask[] = [];
  readonly #onAccepted: ((id: string) => void) | undefined;
  #underWay = 0;
  #whenIdle: (() => void) | undefined;

  constructor(connections: readonly HttpConnection[], onAccepted: ((id: string) => void) | undefined) {
    this.#free = [...connections];
    this.#onAccepted = onAccepted;
  }

  ask(ask: Ask): void {
    this.#waiting.push(ask);
    this.#sendWaiting();
  }

  /** Resolves once every request has been answered or lost. */
  async finished(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#free.pop();
      if (connection === undefined) return;
      this.#send(connection, this.#waiting.shift() as Ask);
    }
  }

  #send(connection: HttpConnection, { submission, plannedAt }: Ask): void {
    this.#underWay += 1;
    this.record.sent.push(submission.id);
    connection.send(submission.request, (answer) => {
      this.#underWay -= 1;
      this.record.note(submission.id, answer, performance.now() - plannedAt);
      if (answer === 202 || answer === 200) this.#onAccepted?.(submission.id);
      this.#free.push(connection);
      this.#sendWaiting();
      if (this.#underWay === 0) this.#whenIdle?.();
    });
  }
}
