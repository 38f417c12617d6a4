import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORM_PATH, type SignedRequest, signedRequest } from './requests.ts';

/** One posted event. Times are of `performance.now()` in this process, ms. */
export interface Sent {
  readonly plannedAt: number;
  readonly answeredAt: number;
  readonly eventId: string;
}

const MAX_SOCKETS = 64;

/**
 * Posts at a fixed rate, each request at a time planned beforehand, whether or not earlier ones were answered (open loop).
 * A request that starts late because the machine is behind is late from its planned time on, so a stall is not hidden.
 *
 * @throws Error when any request is not answered 2xx
 */
export async function sendAtRate(url: string, perSecond: number, seconds: number): Promise<readonly Sent[]> {
  const count = perSecond * seconds;
  const now = Date.now();
  const requests = Array.from({ length: count }, () => signedRequest('lead', now));
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const begin = performance.now();
  const answers: Promise<Sent>[] = [];
  for (const [index, signed] of requests.entries()) {
    const plannedAt = begin + (index * 1_000) / perSecond;
    const early = plannedAt - performance.now();
    if (early > 0) await sleep(early);
    const answer = post(url, signed, plannedAt, agent);
    // Its error is met below, when all have been sent.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  return await Promise.all(answers).finally(() => agent.destroy());
}

/** Posts one event after the other, with a pause of `pauseMs` and a bit, so that nothing beats in time with the service. */
export async function sendSlowly(url: string, count: number, pauseMs: number): Promise<readonly Sent[]> {
  const agent = new Agent({ keepAlive: true });
  const sent: Sent[] = [];
  for (let done = 0; done < count; done++) {
    await sleep(pauseMs * (1 + Math.random()));
    sent.push(await post(url, signedRequest('lead', Date.now()), performance.now(), agent));
  }
  agent.destroy();
  return sent;
}

function post(url: string, { body, signature }: SignedRequest, plannedAt: number, agent: Agent): Promise<Sent> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.byteLength, 'X-Formulario-Signature': signature };
  return new Promise((resolve, reject) => {
    const outgoing = request(url + FORM_PATH, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answeredAt = performance.now();
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode !== 202) return reject(new Error(`answered ${response.statusCode}: ${text}`));
        resolve({ plannedAt, answeredAt, eventId: (JSON.parse(text) as { evento_id: string }).evento_id });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
