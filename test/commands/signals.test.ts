import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { end, startServing, startWorking, untilItSays } from '../crash/processes.ts';
import { openRaw, type RawConnection } from '../http/raw-connection.ts';
import { programCommand, runShellOnTerminal } from '../support/run-on-terminal.ts';
import { finished, startProgram } from '../support/run-program.ts';
import type { RunningService } from '../support/running-service.ts';
import { Workplace } from '../support/workplace.ts';

const CTRL_C = '\x03';
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Repeats the signal until the service has ended: signals in quick succession count as one. */
async function untilItEnds(service: RunningService, signal: NodeJS.Signals): Promise<number | null> {
  for (;;) {
    const ended = await Promise.race([service.stop(signal), pause(50, 'still running' as const)]);
    if (ended !== 'still running') return ended;
  }
}

/** Sends all of a request except its 100-byte body. Resolves when the service waits for the body. */
async function beginRequest(connection: RawConnection): Promise<void> {
  const signature = `X-Formulario-Signature: sha256=${'0'.repeat(64)}`;
  connection.write(`POST /integracoes/leads HTTP/1.1\r\nHost: x\r\n${signature}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
  await connection.until((received) => received.includes('100 Continue'));
}

describe('signals', () => {
  test.each(STOP_SIGNALS)('%s stops `serve` in order: exit 0', async (signal) => {
    using place = new Workplace();
    const { service } = await startServing(place);
    expect(await service.stop(signal)).toBe(0);
    expect(service.log()).toContain('"msg":"stopped"');
  });

  test.each(STOP_SIGNALS)('%s stops `queue work` in order: exit 0, and its heartbeat is gone', async (signal) => {
    using place = new Workplace();
    expect(await end(await startWorking(place), signal)).toBe(0);
    expect(await place.use((store) => store.listWorkers())).toEqual([]);
  });

  test('a second one ends `serve` at once with 130, although a request is still coming in', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    const slow = await openRaw(Number(new URL(service.url).port));
    await beginRequest(slow);
    const stopping = untilItSays(service.process, '"msg":"stopping"');
    service.process.kill('SIGTERM');
    await stopping;
    expect(await untilItEnds(service, 'SIGINT')).toBe(130);
  });

  test('one Ctrl-C under npm, which forwards the signal of the terminal, stops `serve` in order', async () => {
    using place = new Workplace();
    const start = `exec ${programCommand(['serve', '--dev', '--port', '0'])}`;
    writeFileSync(join(place.folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const { screen } = await runShellOnTerminal('npm start', {
      cwd: place.folder,
      env: { ...place.env, LOG_FORMAT: 'json' },
      answers: [['"msg":"listening"', CTRL_C]],
    });
    expect(screen).toContain('"msg":"stopped"');
    expect(readdirSync(place.folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });

  test.each(STOP_SIGNALS)('%s right after SIGTERM is the same request to stop: what has begun is answered', async (second) => {
    using place = new Workplace();
    const { service } = await startServing(place);
    const slow = await openRaw(Number(new URL(service.url).port));
    await beginRequest(slow);
    const stopping = untilItSays(service.process, '"msg":"stopping"');
    service.process.kill('SIGTERM');
    await stopping;
    service.process.kill(second);
    slow.write('x'.repeat(100));
    await slow.until((received) => received.includes('HTTP/1.1 401'));
    expect(await service.exited).toBe(0);
  });

  test('after SIGKILL the next start finds everything, and the jobs of the dead worker run again', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const { service } = await startServing(place);
    expect(await service.stop('SIGKILL')).toBeNull();
    expect(await end(await startWorking(place), 'SIGKILL')).toBe('SIGKILL');
    await place.accept('a');
    expect(await place.json('queue', 'once')).toMatchObject({ processados: 1 });
  });

  test('`serve` goes on when nobody reads its log any more', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    service.process.stderr?.destroy();
    for (let request = 0; request < 3; request += 1) {
      const answer = await fetch(`${service.url}/integracoes/leads`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(401);
    }
    expect(await service.stop()).toBe(0);
  });
});

describe('exit codes', () => {
  test.each([
    [['queue', 'status'], 0],
    [['queue', 'once'], 0],
    [['events', 'show', '999'], 1],
    [['queue', 'prune', 'x'], 2],
    [['queue', 'status', '--database', 'sqlite:none.db'], 3],
    [['serve', '--host', '192.0.2.1'], 3],
  ])('%j: %i', async (args, exitCode) => {
    using place = new Workplace();
    expect((await place.run(...args)).exitCode).toBe(exitCode);
  });

  test('a port in use is 3, so that a service manager does not start it over and over', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    expect(await place.run('serve', '--port', new URL(service.url).port)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('already in use'),
    });
    await service.stop();
  });

  test('output that nobody reads is no failure', async () => {
    using place = new Workplace();
    await place.accept('a');
    const child = startProgram(['events', 'list'], { cwd: place.folder, env: place.env });
    child.stdout?.destroy();
    expect(await finished(child)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
