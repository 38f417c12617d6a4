import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeJson } from '../../src/base/exact-json.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import { DEFAULT_PERSON, formBody } from '../../src/cli/sending/bodies.ts';
import { startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { SmallDisk } from './small-disk.ts';

const JOBS = 1_500;
const RESERVE_BYTES = 16_777_216;

async function send(url: string, id: string, note = ''): Promise<number> {
  const submission = { eventType: 'lead', id, campaignId: '42', person: DEFAULT_PERSON };
  const body = Buffer.from(writeJson({ ...formBody(submission, Date.now()), note }));
  const headers = { 'Content-Type': 'application/json', 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, body) };
  const response = await fetch(`${url}/integracoes/leads`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

/** Uses up all free space. */
function fillDisk(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const bytes of [1_048_576, 4_096]) writeUntilFull(descriptor, Buffer.alloc(bytes));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(descriptor, bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

async function untilSetAside(file: string): Promise<void> {
  while (statSync(file, { throwIfNoEntry: false })?.size !== RESERVE_BYTES) await new Promise(setImmediate);
}

test.for(['runs', 'was stopped'] as const)(
  'queue prune works with no byte free on the disk while the service %s',
  async (name, { skip }) => {
    using workplace = new Workplace({ env: { LOG_LEVEL: 'fatal' } });
    using disk = SmallDisk.mount(workplace.folder, '160m');
    if (disk === undefined) return skip('this user may not mount a file system');
    await workplace.addCampaign();
    await workplace.acceptAll(Array.from({ length: JOBS }, (_, index) => `done-${index}`));
    expect((await workplace.run('queue', 'once')).exitCode).toBe(0);
    await using service = await startService(workplace.folder, workplace.env);
    const reserve = `${workplace.databasePath}-reserve`;
    await untilSetAside(reserve);
    expect(statSync(reserve).mode & 0o777).toBe(0o600);

    const other = join(workplace.folder, 'other');
    fillDisk(other);
    let last = 202;
    for (let sent = 0; last === 202; sent += 1) last = await send(service.url, `late-${sent}`, 'x'.repeat(60_000));
    expect(last).toBe(503);
    fillDisk(other);
    if (name === 'was stopped') expect(await service.stop('SIGTERM')).toBe(0);
    fillDisk(other);

    const { exitCode, stdout, stderr } = await workplace.run('queue', 'prune', '0');
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '1500 finished jobs older than 0 days deleted.\n', stderr: '' });
    await using again = name === 'runs' ? undefined : await startService(workplace.folder, workplace.env);
    expect(await send((again ?? service).url, 'after')).toBe(202);
  },
);

test('where no room was set aside, queue prune says how much it needs', async ({ skip }) => {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'fatal' } });
  using disk = SmallDisk.mount(workplace.folder, '10m');
  if (disk === undefined) return skip('this user may not mount a file system');
  await workplace.addCampaign();
  await workplace.acceptAll(Array.from({ length: 200 }, (_, index) => `done-${index}`));
  expect((await workplace.run('queue', 'once')).exitCode).toBe(0);
  await using service = await startService(workplace.folder, workplace.env);
  const other = join(workplace.folder, 'other');
  fillDisk(other);
  for (let sent = 0; (await send(service.url, `late-${sent}`, 'x'.repeat(60_000))) === 202; sent += 1);
  fillDisk(other);
  const { exitCode, stderr } = await workplace.run('queue', 'prune', '0');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Free about 20 MB on that disk');
}, 60_000);

test('where not even the database opens on the full disk, too', async ({ skip }) => {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'fatal' } });
  using disk = SmallDisk.mount(workplace.folder, '10m');
  if (disk === undefined) return skip('this user may not mount a file system');
  await workplace.addCampaign();
  fillDisk(join(workplace.folder, 'other'));
  const { exitCode, stderr } = await workplace.run('queue', 'prune', '30');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Free about 20 MB on that disk');
});
