import { renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import { HOSTILE_NAME, WatchedPlace } from './watched-place.ts';

const SLOW = { timeout: 180_000 };

async function snapshot(place: WatchedPlace): Promise<QueueSnapshot> {
  return await place.work.use((store) => store.queueSnapshot(DEFAULT_QUEUE, Date.now()));
}

describe('queue watch', SLOW, () => {
  test('opens on another screen with the figures, and every tab shows its rows', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    const first = await terminal.shows('▲ 2 failed, no worker', 'concluido 3', 'falhou 2', '3 Failures 2');
    expect(await terminal.state()).toEqual({ alternate: true, cursor: false });
    expect(first).toContain('? help');
    await terminal.press('2');
    const events = await terminal.shows('IDENTITY', 'good-1', 'bad-2', 'unknown_campaign');
    expect(events).toMatch(/▸ +5 .*erro .*bad-2/);
    await terminal.press('3');
    await terminal.shows(/▸ +2 {2}unknown_campaign .*falhou/, 'R retry', 'F forget');
    await terminal.press('4');
    await terminal.shows('No worker is running.');
    await terminal.press('5');
    await terminal.shows('CAMPAIGN', 'Verão', 'M*** T***');
    await terminal.press('?');
    await terminal.shows('UPPERCASE keys change something.');
  });

  test('what another process does appears by itself', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('pendente 0');
    await place.work.acceptAll(['late-1', 'late-2']);
    await terminal.shows('pendente 2', '▲ no worker');
    await terminal.press('2');
    await terminal.shows('late-2');
    await place.work.accept('later');
    await terminal.shows('pendente 3', /▸ .*later/);
  });

  test('fits every size without debris', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({ columns: 80, rows: 24 });
    await terminal.shows('concluido 3');
    await terminal.press('2');
    await terminal.shows('good-1');
    await terminal.resize(20, 5);
    const tiny = await terminal.until((screen) => screen.split('\n').length === 6 && screen.includes('0/0/2'), '0/0/2 on five lines');
    expect(tiny).not.toContain('IDENTITY');
    await terminal.press('1');
    await terminal.shows(/^pendente +0$/m, /^processando +0$/m, /^falhou +2$/m);
    await terminal.resize(200, 50);
    await terminal.press('2');
    const wide = await terminal.shows('IDENTITY', 'RESENT', 'good-1', 'q quit');
    expect(
      wide
        .split('\n')
        .map((line) => line.trimEnd())
        .filter((line) => line.includes('good-1')),
    ).toHaveLength(1);
    expect(wide.match(/\? help/g)).toHaveLength(1);
    for (const [columns, rows] of [
      [30, 9],
      [120, 12],
      [50, 40],
      [300, 100],
      [12, 3],
      [90, 25],
    ] as const)
      await terminal.resize(columns, rows);
    const last = await terminal.until((screen) => screen.split('\n').length === 26 && screen.includes('good-1'), '25 lines');
    for (const [text, times] of [
      ['? help', 1],
      ['─ 1 Queue', 1],
      ['pendente', 1],
      ['EVENT', 1],
      ['good-1', 1],
    ] as const) {
      expect([text, last.split(text).length - 1]).toEqual([text, times]);
    }
  });

  test('the filter takes text, expressions, columns and their opposites', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('concluido 3');
    await terminal.press('2');
    await terminal.shows('good-1', 'bad-1');
    await terminal.press('/');
    await terminal.shows('Filter:');
    await terminal.type('good');
    await terminal.hides('bad-1');
    await terminal.shows('good-2', 'filter good', '2 rows');
    await terminal.press('Escape');
    await terminal.shows('bad-1');
    await terminal.press('/');
    await terminal.type('/(good|bad)-1/ !erro');
    await terminal.shows(/good-1/, '1 row ');
    await terminal.press('Escape');
    await terminal.press('/');
    await terminal.type('status:erro !bad-2');
    await terminal.shows('bad-1', '1 row ');
    await terminal.press('/', 'C-u');
    await terminal.type('/(/');
    await terminal.shows('not a regular expression');
  });

  test('the way of an event, its personal data masked until asked for, which is recorded', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    const output = await terminal.record();
    await terminal.shows('concluido 3');
    await terminal.press('2');
    await terminal.shows('evil');
    await terminal.press('/');
    await terminal.type('evil');
    await terminal.shows('1 row ');
    await terminal.press('Enter');
    await terminal.shows('personal data masked', 'received', 'queued', 'done');
    await terminal.press('Enter');
    const masked = await terminal.shows('a***@example.com');
    expect(masked).not.toContain('Souza');
    expect(place.work.activity().filter((line) => line.startsWith('revelar'))).toEqual([]);
    await terminal.press('V');
    await terminal.shows('Show the personal data of event 3?');
    await terminal.press('y');
    await terminal.shows('personal data shown, recorded', 'ana.souza@example.com', 'Souza');
    expect(place.work.activity().filter((line) => line.startsWith('revelar'))).toEqual(['revelar evento:3 queue watch']);
    await terminal.press('q');
    await terminal.shows('ended=0');
    expect(HOSTILE_NAME).toContain('\u001b]0;pwned\u0007');
    const written = output();
    expect(written).toContain('Souza');
    for (const code of ['\u001b]', '\u0007', '\u001b[2J', '\u009b'])
      expect(written.split('Souza')[0]?.includes(code), JSON.stringify(code)).toBe(false);
  });

  test('marked rows are retried once confirmed, and another process sees it', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('falhou 2');
    await terminal.press('3');
    await terminal.shows('unknown_campaign');
    await terminal.press('Enter');
    await terminal.shows('TRIES', 'falhou unknown_campaign');
    await terminal.press('Space', 'Space');
    await terminal.shows('2 marked');
    await terminal.press('R');
    await terminal.shows('Run 2 jobs again?');
    await terminal.press('n');
    await terminal.shows('Nothing was changed.');
    expect((await snapshot(place)).failed).toBe(2);
    await terminal.press('R');
    await terminal.shows('Run 2 jobs again?');
    await terminal.press('y');
    await terminal.shows('2 jobs put back into the queue.', 'No job is left in this group.');
    expect(await snapshot(place)).toMatchObject({ failed: 0, waiting: 2 });
    expect(await place.work.json('queue', 'status')).toMatchObject({ pendente: 2, falhou: 0 });
  });

  test('a group of failures is forgotten whole, with the number it has now', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.press('3');
    await terminal.shows('unknown_campaign');
    await terminal.press('F');
    await terminal.shows('Delete 2 jobs for good?');
    await terminal.press('y');
    await terminal.shows('2 jobs deleted.', 'Nothing failed, nothing is parked.');
    expect((await snapshot(place)).failed).toBe(0);
  });

  test('an event is put through again', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.press('2');
    await terminal.shows(/▸ .*bad-2/);
    await terminal.press('R');
    await terminal.shows('Put 1 event (5) through again?');
    await terminal.press('y');
    await terminal.shows('1 event put through again.', /▸ .*recebido .*bad-2/);
    expect((await snapshot(place)).waiting).toBe(1);
  });

  test('P pauses the queue and opens it again, p only the view', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('pendente 0');
    await terminal.press('P');
    await terminal.shows('Pause the queue?');
    await terminal.press('y');
    await terminal.shows('‖ paused', 'P resume');
    expect((await snapshot(place)).pausedAt).not.toBeNull();
    await terminal.press('P');
    await terminal.shows('Open the queue again?');
    await terminal.press('y');
    await terminal.shows('▲ 2 failed, no worker');
    expect((await snapshot(place)).pausedAt).toBeNull();
    await terminal.press('p');
    await terminal.shows('view paused, p goes on');
    await place.work.accept('unseen');
    await place.work.run('queue', 'status');
    expect(await terminal.screen()).toContain('pendente 0');
    await terminal.press('p');
    await terminal.shows('pendente 1');
  });

  test('--readonly changes nothing and reveals nothing', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({}, '--readonly');
    await terminal.shows('read-only', 'falhou 2');
    await terminal.press('2');
    const screen = await terminal.shows('bad-2');
    expect(screen).not.toContain('R retry');
    await terminal.press('R');
    await terminal.shows('Read-only: nothing is changed or revealed from here.');
    await terminal.press('Enter');
    await terminal.shows('personal data masked');
    await terminal.press('V');
    await terminal.shows('Read-only: nothing is changed or revealed from here.');
    expect(await terminal.screen()).not.toContain('Show the personal data');
    expect((await snapshot(place)).failed).toBe(2);
  });

  test('a database that is gone leaves its last figures; another one in its place is watched', async () => {
    using place = await WatchedPlace.filled();
    using other = await WatchedPlace.filled();
    await other.work.accept('of-the-other');
    using terminal = await place.watch();
    await terminal.shows('falhou 2', 'pendente 0');
    for (const suffix of ['', '-wal', '-shm']) rmSync(place.work.databasePath + suffix, { force: true });
    await terminal.shows('The database file is gone.', /no answer for \d+ s/, 'falhou 2');
    renameSync(other.work.databasePath, place.work.databasePath);
    await terminal.shows('pendente 1', 'falhou 2');
    await terminal.press('2');
    await terminal.shows('of-the-other');
  });

  test('keys that arrive together all count', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('falhou 2');
    await terminal.press('2');
    await terminal.shows('good-1');
    await terminal.type('jj');
    await terminal.shows('Event 3', 'personal data masked');
  });

  test('sorts by any column, both ways', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.press('2');
    await terminal.shows('EVENT ▼', /▸ +5 /);
    await terminal.press('o');
    await terminal.shows('EVENT ▲', /▸ +1 /);
    await terminal.press('o', 's', 's');
    await terminal.shows('STATE ▲', /▸.*erro /);
  });
});
