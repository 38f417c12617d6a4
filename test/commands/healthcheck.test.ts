import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { end, startServing, startWorking } from '../crash/processes.ts';
import { worker } from '../support/factories.ts';
import { Workplace } from '../support/workplace.ts';

describe('healthcheck', () => {
  test('a service that is ready is healthy, and one that was stopped is not', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    const port = new URL(service.url).port;
    using onAll = new Workplace({ withoutDatabase: true, env: { HOST: '0.0.0.0', PORT: port } });
    expect(await onAll.run('healthcheck')).toEqual({
      exitCode: 0,
      stdout: `healthy: http://127.0.0.1:${port}/ready answers 200\n`,
      stderr: '',
    });
    expect(await place.json('healthcheck', '--url', `${service.url}/health`)).toMatchObject({ saudavel: true });
    await service.stop();
    expect(await onAll.run('healthcheck')).toEqual({
      exitCode: 1,
      stdout: `unhealthy: http://127.0.0.1:${port}/ready does not answer (ECONNREFUSED)\n`,
      stderr: '',
    });
  });

  test('an answer that is not 200, or none in time, is unhealthy', async () => {
    const server = createServer((req, res) => {
      if (req.url === '/ready') res.writeHead(503).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    using place = new Workplace({ withoutDatabase: true });
    expect(await place.run('healthcheck', '--url', url)).toMatchObject({ exitCode: 1, stdout: `unhealthy: ${url}/ready answers 503\n` });
    const silent = await place.run('healthcheck', '--url', `${url}/held`, '--timeout', '1');
    expect(silent).toMatchObject({ exitCode: 1, stdout: `unhealthy: ${url}/held does not answer (TIMEOUT)\n` });
    server.close();
    server.closeAllConnections();
  });

  test('--worker looks for a heartbeat in the database', async () => {
    using place = new Workplace();
    const none = await place.run('healthcheck', '--worker');
    expect(none).toEqual({ exitCode: 1, stdout: 'unhealthy: no worker of webhooks is running\n', stderr: '' });
    await place.use((store) => store.heartbeat(worker('gone', { seenAt: Date.now() - 120_000 })));
    expect((await place.run('healthcheck', '--worker')).stdout).toMatch(
      /^unhealthy: the last worker of webhooks was seen 2 min 0\d s ago\n$/,
    );
    const child = await startWorking(place);
    // A worker says that it started before its first heartbeat.
    await expect
      .poll(() => place.run('healthcheck', '--worker'), { timeout: 20_000 })
      .toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^healthy: a worker/) });
    await end(child, 'SIGTERM');
  });

  test('--queue chooses the queue of the worker, and needs --worker', async () => {
    using place = new Workplace();
    await place.use((store) => store.heartbeat(worker('leads', { seenAt: Date.now() })));
    expect((await place.run('healthcheck', '--worker')).exitCode).toBe(0);
    expect(await place.run('healthcheck', '--worker', '--queue', 'conversoes')).toEqual({
      exitCode: 1,
      stdout: 'unhealthy: no worker of conversoes is running\n',
      stderr: '',
    });
    for (const args of [
      ['--queue', 'conversoes'],
      ['--worker', '--queue', 'leads'],
    ]) {
      expect((await place.run('healthcheck', ...args)).exitCode).toBe(2);
    }
  });

  test('what cannot be checked is unhealthy, in one line', async () => {
    using place = new Workplace({ withoutDatabase: true, env: { PORT: 'x', QUEUE_MAX_ATTEMPTS: 'y' } });
    expect(await place.run('healthcheck')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^unhealthy: .*PORT must.*QUEUE_MAX_ATTEMPTS must.*\n$/),
    });
    using anyPort = new Workplace({ withoutDatabase: true, env: { PORT: '0' } });
    expect(await anyPort.run('healthcheck')).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^unhealthy: PORT is 0.*\n$/) });
    using empty = new Workplace({ withoutDatabase: true });
    expect(await empty.run('healthcheck', '--worker')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('does not exist'),
    });
    const driver = openDriver(empty.databasePath, { readonly: false });
    driver.exec('create table customers (id integer primary key)');
    driver.close();
    expect(await empty.run('healthcheck', '--worker')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^unhealthy: .*tables of another program/),
    });
  });

  test('a database that cannot be written makes the service unhealthy', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    const driver = openDriver(place.databasePath, { readonly: false });
    driver.exec('drop table sondagem');
    driver.close();
    // The answer is cached for a second.
    while ((await fetch(`${service.url}/ready`)).status === 200) await new Promise(setImmediate);
    expect((await place.run('healthcheck', '--url', service.url)).exitCode).toBe(1);
    await service.stop();
  });
});
