import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '../src/benchmark/http-connection.ts';
import { runLoad } from '../src/benchmark/load.ts';
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
  const leads = submissions(perSecond * seconds);
  const load = { port, connections: CONNECTIONS, perSecond, submissions: leads, signal: new AbortController().signal };
  const { accepted: acceptedAt, refused, lost, latenciesMs } = await runLoad(load);
  if (acceptedAt.size < leads.length) throw new Error(`of ${leads.length} leads ${refused} were refused and ${lost} lost`);
  return { acceptedAt, latenciesMs };
}

/** Sends one lead after the other, with pauses between one and two times `pauseMs`, to avoid lockstep with the service. */
export async function sendSlowly(port: number, count: number, pauseMs: number): Promise<Sent['acceptedAt']> {
  const acceptedAt = new Map<string, number>();
  const connection = await HttpConnection.open(port);
  for (const { id, request } of submissions(count)) {
    await sleep(pauseMs * (1 + Math.random()));
    const answer = await connection.send(request);
    if (answer !== 202) throw new Error(`a lead was answered ${answer}`);
    acceptedAt.set(id, performance.now());
  }
  connection.close();
  return acceptedAt;
}
