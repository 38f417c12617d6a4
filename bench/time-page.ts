import { Agent, request } from 'node:http';
import { ADMIN_TOKEN } from './lead-intake.ts';

/** The load times of a page in ms, from the request to the last byte; the first request does not count. */
export async function timePage(url: string, looks: number): Promise<readonly number[]> {
  using connection = keptConnection();
  await get(url, connection.agent);
  const took: number[] = [];
  for (let look = 0; look < looks; look++) {
    const begin = performance.now();
    await get(url, connection.agent);
    took.push(performance.now() - begin);
  }
  return took;
}

/** One connection for all requests, as in a browser. */
function keptConnection(): Disposable & { readonly agent: Agent } {
  const agent = new Agent({ keepAlive: true });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, Accept: 'text/html' } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
}
