import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeJson } from '../../src/base/exact-json.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import { DEFAULT_PERSON, formBody } from '../../src/cli/sending/bodies.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { untilItSays } from '../crash/processes.ts';
import { openRaw, statuses } from '../http/raw-connection.ts';
import { startProgram } from '../support/run-program.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

const PAGE_BYTES = 4_096;
const QUIET = { LOG_LEVEL: 'fatal' };

async function send({ url }: RunningService, id: string): Promise<{ status: number; code?: string }> {
  const submission = { eventType: 'lead', id, campaignId: '42', person: DEFAULT_PERSON };
  const body = Buffer.from(writeJson(formBody(submission, Date.now())));
  const headers = { 'Content-Type': 'application/json', 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, body) };
  const response = await fetch(`${url}/integracoes/leads`, { method: 'POST', headers, body });
  const { code } = (await response.json()) as { code?: string };
  return code === undefined ? { status: response.status } : { status: response.status, code };
}

async function statusOf({ url }: RunningService, path: string): Promise<number> {
  return (await fetch(`${url}${path}`)).status;
}

/** Overwrites the beginning of the first page of a table or an index, as a bad sector would. */
function damage(databasePath: string, name: string): void {
  const driver = openDriver(databasePath, { readonly: true });
  const { rootpage } = driver.prepare('select rootpage from sqlite_schema where name = ?').get(name) as { rootpage: number };
  driver.close();
  const file = openSync(databasePath, 'r+');
  writeSync(file, Buffer.alloc(64), 0, 64, (rootpage - 1) * PAGE_BYTES);
  closeSync(file);
}

/** The indexes that a new event and its job are entered in. */
function indexesOfIntake(databasePath: string): readonly string[] {
  const driver = openDriver(databasePath, { readonly: true });
  const sql = `select name from sqlite_schema where type = 'index'
    and (tbl_name = 'eventos' or name in ('fila_vivos_pendentes', 'fila_vivos_grupos')) and name not like 'sqlite%'`;
  const rows = driver.prepare(sql).all() as { name: string }[];
  driver.close();
  return rows.map(({ name }) => name);
}

describe('/health and /ready', () => {
  test('are 503 while a damaged page of the tables of events or jobs refuses every event, also before one has come', async () => {
    for (const table of ['eventos', 'evento_chaves_novas', 'fila_vivos']) {
      using workplace = new Workplace({ env: QUIET });
      await workplace.acceptAll(['a', 'b']);
      damage(workplace.databasePath, table);
      await using service = await startService(workplace.folder, workplace.env);
      expect([await statusOf(service, '/ready'), await statusOf(service, '/health')], table).toEqual([503, 503]);
      expect(await send(service, 'c'), table).toEqual({ status: 503, code: 'store_unusable' });
    }
  });

  test('the log tells of a damaged database at the start, before anybody asks', async () => {
    using workplace = new Workplace();
    await workplace.acceptAll(['a', 'b']);
    damage(workplace.databasePath, 'eventos');
    const serve = startProgram(['serve', '--port', '0'], { cwd: workplace.folder, env: workplace.env });
    await untilItSays(serve, 'the database cannot be used: /health and /ready answer 503');
    const ended = once(serve, 'exit');
    serve.kill('SIGTERM');
    await ended;
  });

  test('are 503 while a damaged page of an index refuses every event', async () => {
    using example = new Workplace();
    await example.acceptAll(['a']);
    const indexes = indexesOfIntake(example.databasePath);
    expect(indexes).toHaveLength(2);
    for (const index of indexes) {
      using workplace = new Workplace({ env: QUIET });
      await workplace.acceptAll(['a', 'b']);
      damage(workplace.databasePath, index);
      await using service = await startService(workplace.folder, workplace.env);
      const ready = await statusOf(service, '/ready');
      const { status } = await send(service, 'c');
      expect({ ready, status }, index).toEqual({ ready: 503, status: 503 });
    }
  });

  test('tell of an event that was refused a moment ago, although the database can be written again; so does the overview', async () => {
    using workplace = new Workplace({ env: { ...QUIET, ADMIN_TOKEN: 'an-admin-token-of-tests' } });
    await workplace.accept('a');
    await using service = await startService(workplace.folder, workplace.env);
    const other = openDriver(workplace.databasePath, { readonly: false });
    other.exec('begin immediate');
    expect(await send(service, 'b')).toEqual({ status: 503, code: 'store_busy' });
    other.exec('rollback');
    other.close();
    expect(await statusOf(service, '/ready')).toBe(503);
    expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'error', database: 'ok', intake: 'error' });
    const headers = { authorization: 'Bearer an-admin-token-of-tests', accept: 'application/json' };
    expect(await (await fetch(`${service.url}/admin`, { headers })).json()).toMatchObject({
      resultado: 'problem',
      achados: expect.arrayContaining([expect.objectContaining({ codigo: 'database.refused_delivery' })]),
    });
    expect(await send(service, 'b')).toEqual({ status: 202 });
    expect(await statusOf(service, '/ready')).toBe(200);
  });

  test('/health tells of bodies for which there was no room; /ready does not, since others get in', async () => {
    using workplace = new Workplace({ env: QUIET });
    await workplace.accept('a');
    await using service = await startService(workplace.folder, workplace.env);
    expect(await statusOf(service, '/health')).toBe(200);
    const port = Number(new URL(service.url).port);
    const holding = await Promise.all(Array.from({ length: 400 }, () => openRaw(port)));
    const turnedAway = Promise.race(holding.map(({ closed }) => closed));
    const signature = `X-Formulario-Signature: sha256=${'a'.repeat(64)}`;
    const head = `POST /integracoes/leads HTTP/1.1\r\nHost: localhost\r\n${signature}\r\nContent-Length: 200000\r\n\r\n`;
    for (const connection of holding) connection.write(head + 'x'.repeat(199_000));
    expect(statuses(await turnedAway)).toEqual([503]);
    expect([await statusOf(service, '/health'), await statusOf(service, '/ready')]).toEqual([503, 200]);
    expect(await send(service, 'b')).toEqual({ status: 202 });
    for (const { socket } of holding) socket.destroy();
  }, 60_000);
});
