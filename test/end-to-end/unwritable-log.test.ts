import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Load } from '../crash/load.ts';
import { SmallDisk } from '../crash/small-disk.ts';
import { finished, startProgram } from '../support/run-program.ts';
import { type RunningService, serviceOf, startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

/** Every request writes lines. */
const ENV = { LOG_LEVEL: 'debug' };

async function serveWithLog(workplace: Workplace, stderr: number): Promise<RunningService> {
  return await serviceOf(startProgram(['serve', '--port', '0', '--json'], { cwd: workplace.folder, env: workplace.env, stderr }));
}

async function droppedLines(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^lead_intake_log_dropped_lines_total (\d+)$/m.exec(text)?.[1]);
}

/** Sends requests that are refused, each with a log line, until the log had to drop lines. */
async function refuseUntilDropped(url: string): Promise<void> {
  while ((await droppedLines(url)) === 0) {
    await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/nothing/${'x'.repeat(1_000)}`)));
  }
}

test('a log on a full device neither stops the service nor keeps it from ending; lines are dropped and counted', async () => {
  using workplace = new Workplace({ env: ENV });
  const full = openSync('/dev/full', 'w');
  await using service = await serveWithLog(workplace, full);
  closeSync(full);
  await refuseUntilDropped(service.url);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  expect(await service.stop('SIGTERM')).toBe(0);
}, 60_000);

test('a log that nobody reads neither stops the service nor keeps it from ending', async () => {
  using workplace = new Workplace({ env: ENV });
  const pipe = openPipe(workplace.folder);
  await using service = await serveWithLog(workplace, pipe);
  await refuseUntilDropped(service.url);
  expect(await service.stop('SIGTERM')).toBe(0);
  closeSync(pipe);
}, 60_000);

test('a log that is read again says how many lines are missing, and cuts none', async () => {
  using workplace = new Workplace({ env: ENV });
  const pipe = openPipe(workplace.folder);
  await using service = await serveWithLog(workplace, pipe);
  await refuseUntilDropped(service.url);
  const lines = await readLinesUntil(pipe, 'log_lines_dropped');
  expect(lines.filter((line) => line['code'] === 'log_lines_dropped')).toEqual([
    expect.objectContaining({ level: 'warn', lines: await droppedLines(service.url) }),
  ]);
  expect(await service.stop('SIGTERM')).toBe(0);
  closeSync(pipe);
}, 60_000);

test('log and database on one full disk: refused with 503, alive, and the log goes on when there is room', async ({ skip }) => {
  using workplace = new Workplace({ env: ENV });
  using disk = SmallDisk.mount(workplace.folder, '3m');
  if (disk === undefined) return skip('this user may not mount a file system');
  await workplace.addCampaign();
  const logFile = join(workplace.folder, 'serve.log');
  const log = openSync(logFile, 'a');
  await using service = await serveWithLog(workplace, log);
  closeSync(log);
  const load = new Load(SECRETS.FORMULARIO_SECRET);
  const filling = new AbortController();
  const filled = load.run(service.url, filling.signal);
  expect((await load.refusal()).status).toBe(503);
  filling.abort();
  await filled;
  await refuseUntilDropped(service.url);
  disk.grow('60m');
  const text = await untilHolds(logFile, 'log_lines_dropped');
  expect(text.split('\n').filter((line) => line !== '' && !isJson(line))).toEqual([]);
  expect(await service.stop('SIGTERM')).toBe(0);
}, 60_000);

test('a service starts and ends in order although nothing of its output can be written, for people neither', async () => {
  using workplace = new Workplace({ env: { LOG_FORMAT: 'pretty' } });
  const full = openSync('/dev/full', 'w');
  const port = await freePort();
  const child = startProgram(['serve', '--port', String(port)], { cwd: workplace.folder, env: workplace.env, stdout: full, stderr: full });
  closeSync(full);
  const ended = finished(child);
  expect(await untilAnswered(`http://127.0.0.1:${port}/ready`)).toBe(200);
  child.kill('SIGTERM');
  expect((await ended).exitCode).toBe(0);
}, 60_000);

test('an error that cannot be printed keeps its exit code', async () => {
  using workplace = new Workplace();
  const full = openSync('/dev/full', 'w');
  const child = startProgram(['campaign', 'list', '--no-such-flag'], { cwd: workplace.folder, env: workplace.env, stderr: full });
  closeSync(full);
  expect((await finished(child)).exitCode).toBe(2);
});

test('what a service logged last is written before it ends', async () => {
  using workplace = new Workplace();
  const service = await startService(workplace.folder, workplace.env);
  await service.stop('SIGTERM');
  expect(service.log()).toContain('"msg":"stopped"');
});

/** Both ends of a pipe in one descriptor: it is open, but only the test reads it. */
function openPipe(folder: string): number {
  const path = join(folder, 'log-pipe');
  execFileSync('mkfifo', [path]);
  return openSync(path, constants.O_RDWR);
}

async function readLinesUntil(fd: number, code: string): Promise<readonly Record<string, unknown>[]> {
  let text = '';
  const chunk = Buffer.alloc(65_536);
  while (!(text.includes(code) && text.endsWith('\n'))) {
    try {
      text += chunk.toString('utf8', 0, readSync(fd, chunk));
    } catch (error) {
      // The pipe is empty for now; the program made it non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    await pause(1);
  }
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function untilHolds(file: string, text: string): Promise<string> {
  for (;;) {
    const content = readFileSync(file, 'utf8');
    if (content.includes(text) && content.endsWith('\n')) return content;
    await pause(20);
  }
}

async function untilAnswered(url: string): Promise<number> {
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined) return status;
    await pause(50);
  }
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
