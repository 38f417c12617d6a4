import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { AdminClient } from '../../src/tui/admin-client.ts';
import { RemoteSource } from '../../src/tui/remote-source.ts';

/** A service that answers everything with an empty page and records the requests. */
async function listening(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    asked.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body}`}`);
    response.setHeader('content-type', 'application/json').end('{"itens":[],"grupos":[],"proximo":null,"total":0}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

test.each([
  ['webhooks', '', ''],
  ['conversoes', 'fila=conversoes', 'fila=conversoes'],
])('of the queue %s asks for that queue, and changes nothing of another', async (queue, query, form) => {
  const { url, asked } = await listening();
  await using source = new RemoteSource('x', new AdminClient(url, 'token'), queue);
  await source.failedJobs({ parked: false, errorCode: 'x' }, { limit: 5 });
  await source.failureGroups();
  await source.countJobs({ kind: { parked: true, errorCode: null } });
  await source.retryJobs({ kind: { parked: false, errorCode: null } });
  await source.history();
  await source.setPaused(true);
  await source.setPaused(false);
  const and = query === '' ? '' : `${query}&`;
  expect(asked).toEqual([
    `GET /admin/falhas?${and}erro_codigo=x&limite=5`,
    `GET /admin/falhas/grupos${query === '' ? '' : `?${query}`}`,
    `GET /admin/falhas/total?${and}estacionado=1`,
    `POST /admin/falhas/repetir todos=1${form === '' ? '' : `&${form}`}`,
    `GET /admin/fila${query === '' ? '' : `?${query}`}`,
    `POST /admin/fila/pausar${form === '' ? '' : ` ${form}`}`,
    `POST /admin/fila/retomar${form === '' ? '' : ` ${form}`}`,
  ]);
});
