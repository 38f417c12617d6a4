import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, HttpConnection } from '../src/benchmark/http-connection.ts';
import { loadAtRate } from '../src/benchmark/open-loop.ts';
import { submissions } from './requests.ts';

const CONNECTIONS = 64;

/** A run in which all leads were accepted. */
export interface Sent {
  /** Id of a submission → when its response had been read, in ms of `performance.now()`. */
  readonly acceptedAt: ReadonlyMap<string, number>;
  /** For each response, the time since its request was planned, in ms. */
  readonly latenciesMs: readonly number[];
}

/** Sends this many leads a second in an open loop. Throws if any is not accepted. */
export async function sendAtRate(port: number, perSecond: number, seconds: number): Promise<Sent> {
  const acceptedAt = new Map<string, number>();
  const { sent, refused, lost, latenciesMs } = await loadAtRate({
    port,
    connections: CONNECTIONS,
    perSecond,
    submissions: submissions(perSecond * seconds),
    signal: new AbortController().signal,
    onAccepted: (id) => void acceptedAt.set(id, performance.now()),
  });
  if (acceptedAt.size < sent.length) throw new Error(`of ${sent.length} leads ${refused} were refused and ${lost} lost`);
  return { acceptedAt, latenciesMs };
}

/** Sends one lead after the other, with pauses between one and two times `pauseMs`, to avoid lockstep with the service. */
export async function sendSlowly(port: number, count: number, pauseMs: number): Promise<Sent['acceptedAt']> {
  const acceptedAt = new Map<string, number>();
  const connection = await HttpConnection.open(port);
  for (const { id, request } of submissions(count)) {
    await sleep(pauseMs * (1 + Math.random()));
    const answer = await new Promise<Answer>((answered) => connection.send(request, answered));
    if (answer !== 202) throw new Error(`a lead was answered ${answer}`);
    acceptedAt.set(id, performance.now());
  }
  connection.close();
  return acceptedAt;
}
