import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import { type HealthRoutesDeps, healthRoutes } from '../../src/http/health-routes.ts';
import { IntakeRefusals } from '../../src/http/intake-refusals.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { snapshotAt } from '../support/snapshot.ts';
import { createLogLines } from './log-lines.ts';

const NOW = 1_795_176_000_000;
const worker = { id: 'w', host: 'h', pid: 1, queue: 'webhooks', version: '1', pidSpace: 'p', startedAt: 0, processed: 0, failed: 0 };
const SNAPSHOT: QueueSnapshot = {
  queue: 'webhooks',
  at: NOW,
  pausedAt: null,
  waiting: 3,
  delayed: 1,
  parked: 2,
  running: 4,
  finished: 100,
  failed: 5,
  oldestWaitingMs: 1_500,
  lastMinutes: { minutes: 5, finished: 0, failed: 0 },
  workers: [
    { ...worker, seenAt: NOW - 1_000 },
    { ...worker, id: 'gone', seenAt: NOW - 3_600_000 },
  ],
};

const ALL_OK = { database: 'ok', intake: 'ok' };

let http: HttpServer | undefined;
afterEach(() => http?.close(0));

/** A database whose writability the test sets, and that counts the probes. */
function database() {
  const state = { writable: true, probes: 0 };
  const reports: HealthRoutesDeps['reports'] = {
    checkWritable: async () => {
      state.probes += 1;
      if (!state.writable) throw new AppError('store_full', 'The disk of /srv/data.db is full.');
    },
  };
  return { state, reports };
}

async function start(deps: Partial<HealthRoutesDeps> & Pick<HealthRoutesDeps, 'reports'>) {
  const { log } = createLogLines();
  const refusals = new IntakeRefusals(() => NOW);
  const { routes } = healthRoutes({
    refusals,
    readInstallation: async () => snapshotAt(NOW, { queue: SNAPSHOT }),
    includeQueue: true,
    clock: () => NOW,
    log,
    isStopping: () => false,
    ...deps,
  });
  http = createHttpServer({ routes, log, trustProxy: 0 });
  const { port } = await http.listen('127.0.0.1', 0);
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.json()];
  };
}

describe('/health', () => {
  test('tells the state of database and queue', async () => {
    const ask = await start(database());
    const queue = { fila: 'webhooks', pendente: 3, adiado: 1, estacionado: 2, processando: 4, falhou: 5, mais_antigo_ms: 1_500 };
    expect(await ask('/health')).toEqual([
      200,
      { status: 'ok', ...ALL_OK, queue: { ...queue, pausada: false, trabalhadores: 1 }, findings: { problem: 1, warning: 1 } },
    ]);
  });

  test('leaves the queue out when that is configured', async () => {
    const ask = await start({ ...database(), includeQueue: false });
    expect(await ask('/health')).toEqual([200, { status: 'ok', ...ALL_OK }]);
  });

  test('is 503 when the database cannot be written, and tells nothing of why', async () => {
    const { state, reports } = database();
    state.writable = false;
    const ask = await start({ reports });
    expect(await ask('/health')).toEqual([503, { status: 'error', database: 'error', intake: 'ok' }]);
  });

  test('the log says why, once, and once when it is over', async () => {
    const { state, reports } = database();
    const { log, lines } = createLogLines();
    let now = NOW;
    const ask = await start({ reports, log, clock: () => now });
    for (const writable of [true, false, false, true, true]) {
      state.writable = writable;
      now += 1_000;
      await ask('/health');
    }
    expect(lines).toMatchObject([{ level: 'warn', err: { message: 'The disk of /srv/data.db is full.' } }, { level: 'info' }]);
  });

  test('asks the database once a second however often it is asked', async () => {
    const { state, reports } = database();
    let now = NOW;
    const ask = await start({ reports, clock: () => now });
    await Promise.all([ask('/health'), ask('/ready'), ask('/health')]);
    now += 999;
    await ask('/health');
    expect(state.probes).toBe(1);
    state.writable = false;
    now += 1;
    expect((await ask('/health'))[0]).toBe(503);
    expect(state.probes).toBe(2);
  });
});

describe('/live and /ready', () => {
  test('live does not ask the database', async () => {
    const { state, reports } = database();
    state.writable = false;
    const ask = await start({ reports, isStopping: () => true });
    expect(await ask('/live')).toEqual([200, { status: 'ok' }]);
    expect(state.probes).toBe(0);
  });

  test('ready is no longer so while stopping or when the database cannot be written', async () => {
    const { state, reports } = database();
    let stopping = false;
    let now = NOW;
    const ask = await start({ reports, isStopping: () => stopping, clock: () => now });
    expect(await ask('/ready')).toEqual([200, { status: 'ok', ...ALL_OK }]);
    stopping = true;
    expect(await ask('/ready')).toEqual([503, { status: 'stopping', ...ALL_OK }]);
    stopping = false;
    state.writable = false;
    now += 1_000;
    expect(await ask('/ready')).toEqual([503, { status: 'error', database: 'error', intake: 'ok' }]);
  });
});

describe('a delivery that was refused although the probe succeeds', () => {
  const REFUSING = { database: 'ok', intake: 'error' };

  function refusing() {
    const time = { now: NOW };
    const refusals = new IntakeRefusals(() => time.now);
    return { time, refusals, clock: () => time.now };
  }

  test('makes both 503 for half a minute, and the log says with which code, once', async () => {
    const { time, refusals, clock } = refusing();
    const { log, lines } = createLogLines();
    const ask = await start({ ...database(), refusals, clock, log, includeQueue: false });
    refusals.noteRefused('store_busy');
    for (const path of ['/health', '/ready', '/health']) expect(await ask(path)).toEqual([503, { status: 'error', ...REFUSING }]);
    time.now += 30_000;
    for (const path of ['/health', '/ready']) expect(await ask(path)).toEqual([200, { status: 'ok', ...ALL_OK }]);
    expect(lines).toMatchObject([{ level: 'warn', code: 'store_busy' }, { level: 'info' }]);
  });

  test('is no reason to send requests elsewhere once another one was accepted', async () => {
    const { refusals, clock } = refusing();
    const ask = await start({ ...database(), refusals, clock, includeQueue: false });
    refusals.noteRefused('store_unusable');
    refusals.noteAccepted();
    expect(await ask('/ready')).toEqual([200, { status: 'ok', ...ALL_OK }]);
    expect(await ask('/health')).toEqual([503, { status: 'error', ...REFUSING }]);
    refusals.noteRefused('store_unusable');
    expect(await ask('/ready')).toEqual([503, { status: 'error', ...REFUSING }]);
  });

  test('a body without room makes only /health 503, because a stranger can fill the room; another refusal stays one', async () => {
    const { time, refusals, clock } = refusing();
    const ask = await start({ ...database(), refusals, clock, includeQueue: false });
    refusals.noteNoRoom('overloaded');
    expect([await ask('/health'), await ask('/ready')]).toMatchObject([
      [503, { intake: 'error' }],
      [200, { intake: 'ok' }],
    ]);
    refusals.noteRefused('store_busy');
    refusals.noteNoRoom('overloaded');
    expect((await ask('/ready'))[0]).toBe(503);
    time.now += 30_000;
    expect((await ask('/health'))[0]).toBe(200);
  });
});
