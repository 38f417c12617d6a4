import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import { startProgram } from '../support/run-program.ts';
import { startService } from '../support/running-service.ts';
import { WatchedPlace } from './watched-place.ts';

describe.concurrent('queue watch --url', () => {
  test('watches and mends a running service', async () => {
    using place = await WatchedPlace.filled();
    await using service = await startService(place.work.folder, place.work.env);
    using terminal = await place.watch({ env: { DATABASE_URL: 'sqlite:nowhere.db' } }, '--url', service.url);
    await terminal.shows('▲ 2 failed, no worker', 'Failed 2', 'Done 3');
    await place.work.accept('live-1');
    await terminal.shows('Queued 1');
    await terminal.press('2');
    await terminal.shows(/▸ .*live-1/, 'bad-2');
    await terminal.press('/');
    await terminal.type('status:erro');
    await terminal.shows('2 rows');
    await terminal.press('3');
    await terminal.shows('Verão', 'M*** T***');
    await terminal.press('4');
    await terminal.shows('Unknown campaign');
    await terminal.press('Enter');
    // The rows are drawn after the column headers.
    await terminal.shows('ATTEMPTS', /▸ +\d+ +\d+ .*Unknown campaign/);
    await terminal.press('Space', 'R');
    await terminal.shows('Retry 1 job?');
    await terminal.press('y');
    await terminal.shows('1 job queued.', 'Queued 2');
    await terminal.press('Escape');
    await terminal.shows(/▸ +1 {2}Unknown campaign/);
    await terminal.press('F');
    await terminal.shows('Delete 1 job for good?');
    await terminal.press('y');
    await terminal.shows('No failed or parked jobs.');
    await terminal.press('P');
    await terminal.shows('Pause the queue?');
    await terminal.press('y');
    await terminal.shows('‖ paused');
    const snapshot = await place.work.use((store) => store.queueSnapshot(DEFAULT_QUEUE, Date.now()));
    expect(snapshot).toMatchObject({ waiting: 2, failed: 0 });
    expect(snapshot.pausedAt).not.toBeNull();
  });

  test('keeps the last figures with their age when the service is killed, and goes on when it is back', async () => {
    using place = await WatchedPlace.filled();
    const service = await startService(place.work.folder, place.work.env);
    const port = new URL(service.url).port;
    using terminal = await place.watch({}, '--url', service.url, '--refresh', '0.25');
    await terminal.shows('▲ 2 failed, no worker', 'Failed 2');
    await terminal.press('2');
    await terminal.shows('bad-1');
    await service.stop('SIGKILL');
    await terminal.shows(/○ no answer for \d+ s/, 'Failed 2', 'bad-1', /Figures as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./);
    await terminal.press('R');
    await terminal.shows('No connection: nothing can be changed right now.');
    await place.work.accept('while-away');
    const again = startProgram(['serve', '--port', port], { cwd: place.work.folder, env: place.work.env });
    try {
      await terminal.shows('Queued 1', 'while-away');
      await terminal.hides('no answer');
    } finally {
      again.kill();
    }
  });

  test('takes the token from a file; a wrong one is told before the screen is opened', async () => {
    using place = await WatchedPlace.filled();
    await using service = await startService(place.work.folder, place.work.env);
    const { ADMIN_TOKEN: token = '', ...env } = place.work.env;
    writeFileSync(join(place.work.folder, 'token'), `${token}\n`);
    using terminal = await place.watch(
      { env: { ...env, ADMIN_TOKEN: 'wrong-wrong-wrong-wrong' } },
      '--url',
      service.url,
      '--token-file',
      'token',
    );
    await terminal.shows('Failed 2');
    await terminal.press('q');
    await terminal.shows('ended=0');
    await terminal.type(`${terminal.program} queue watch --url ${service.url}; echo again=$?`);
    await terminal.shows('The service rejected the admin token.', 'again=3');
  });

  test('with the token of readers everything is seen masked, and a change is refused in words', async () => {
    using place = await WatchedPlace.filled();
    const token = 'look-but-do-not-touch';
    await using service = await startService(place.work.folder, { ...place.work.env, ADMIN_READONLY_TOKEN: token });
    using terminal = await place.watch({ env: { ...place.work.env, ADMIN_TOKEN: token } }, '--url', service.url);
    await terminal.shows('▲ 2 failed, no worker', 'Failed 2');
    await terminal.press('3');
    await terminal.shows('M*** T***');
    for (const tab of ['2', '4', '5', '1']) await terminal.press(tab);
    await terminal.press('P');
    await terminal.shows('Pause the queue?');
    await terminal.press('y');
    await terminal.shows('This token is read-only');
    await place.work.accept('live-1');
    await terminal.shows('Queued 1');
    const snapshot = await place.work.use((store) => store.queueSnapshot(DEFAULT_QUEUE, Date.now()));
    expect(snapshot.pausedAt).toBeNull();
  });

  test('prints one snapshot without a terminal', async () => {
    using place = await WatchedPlace.filled();
    await using service = await startService(place.work.folder, place.work.env);
    const result = await place.work.run('queue', 'watch', '--url', service.url);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^Done +3$/m);
    expect(result.stdout).toMatch(/^Failed +2 /m);
    expect(await place.work.json('queue', 'watch', '--url', service.url)).toMatchObject({
      falhou: 2,
      concluido: 3,
      banco: { tipo: 'sqlite' },
    });
  });
});
