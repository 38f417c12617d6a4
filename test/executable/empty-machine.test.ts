import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { serviceOf } from '../support/running-service.ts';
import { EmptyMachine } from './empty-machine.ts';

const SECRET = 'segredo-da-maquina-vazia';
const TOKEN = 'admin-token-de-teste';
const ENV = { DATABASE_URL: 'sqlite:/data/leads.db', FORMULARIO_SECRET: SECRET, ADMIN_TOKEN: TOKEN };

const machine = new EmptyMachine();
afterAll(() => machine[Symbol.dispose]());

test('from a signed form to a lead, with an admin page, and everything written is below /data', async () => {
  const added = await machine.run(['campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um'], { env: ENV });
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  await using service = await serviceOf(machine.start(['serve', '--port', '0', '--json'], { env: ENV }));

  const timestamp = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ event_type: 'lead', id: '1', timestamp, campanha_id: '42', nome: 'Ana' });
  const headers = { 'X-Formulario-Signature': signatureHeader(SECRET, Buffer.from(body)) };
  const answer = await fetch(`${service.url}/integracoes/leads`, { method: 'POST', headers, body });
  expect([answer.status, await answer.json()]).toEqual([202, { status: 'accepted', evento_id: '1' }]);

  expect((await machine.run(['queue', 'once', 'webhooks'], { env: ENV })).stdout).toContain('processed 1, failed 0');
  const { stdout } = await machine.run(['leads', 'show', '1', '--reveal', '--json'], { env: ENV });
  expect(JSON.parse(stdout)).toMatchObject({ lead: { nome: 'Ana', cliente: 'Agência Um' } });

  const page = await fetch(`${service.url}/admin/webhooks`, { headers: { Authorization: `Bearer ${TOKEN}`, Accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<table')]);
  expect(await service.stop()).toBe(0);

  const unpacked = join(machine.dataFolder, '.lead-intake-native');
  expect(readdirSync(unpacked)).toEqual([expect.stringMatching(/^better_sqlite3-[0-9a-f]{16}\.node$/)]);
  expect(statSync(unpacked).mode & 0o777).toBe(0o700);
});

test('what needs no database needs no folder to write to', async () => {
  const mounts = 'mount -o remount,bind,ro "$root/data"';
  expect((await machine.run(['--version'], { mounts })).stdout).toMatch(/^lead-intake \d/);
  expect((await machine.run(['secret', 'generate'], { mounts })).exitCode).toBe(0);
});

const NO_PROGRAMS_IN_DATA = 'mount -o remount,bind,noexec "$root/data"';

test('with a data folder that nothing may be run from it unpacks to a temporary folder, and leaves nothing there', async () => {
  const mounts = `${NO_PROGRAMS_IN_DATA}; mount --bind "$root/data" "$root/tmp"`;
  expect(await machine.run(['queue', 'status'], { env: ENV, mounts: `${mounts}; mount -o remount,bind,exec "$root/tmp"` })).toMatchObject({
    exitCode: 0,
  });
  expect(readdirSync(machine.dataFolder).filter((name) => name.startsWith('lead-intake-'))).toEqual([]);
});

test('where it can be unpacked nowhere, a sentence says what to do, and a service manager is told not to try again', async () => {
  const { exitCode, stderr } = await machine.run(['queue', 'status'], { env: ENV, mounts: NO_PROGRAMS_IN_DATA });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('could not be unpacked');
  expect(stderr).toContain('XDG_CACHE_HOME');
  expect(stderr).not.toMatch(/^\s+at /m);
});
