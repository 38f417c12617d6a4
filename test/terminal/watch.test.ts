import { renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import { HOSTILE_NAME, WatchedPlace } from './watched-place.ts';

/** The people of good-1, good-2 and the hostile event, masked. */
const [MARIA, BIA, ANA] = ['M*** T***', 'B*** L***', 'A*** S***'] as const;

async function snapshot(place: WatchedPlace): Promise<QueueSnapshot> {
  return await place.work.use((store) => store.queueSnapshot(DEFAULT_QUEUE, Date.now()));
}

describe.concurrent('queue watch', () => {
  test('opens on another screen with the figures, and every tab shows its rows', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    const tabs = '─ 1 Queue ─ 2 Events ─ 3 Leads ─ 4 Failed 2 ─ 5 Workers ─';
    const first = await terminal.shows('▲ 2 failed, no worker', 'Done 3', 'Failed 2', tabs);
    expect(await terminal.state()).toEqual({ alternate: true, cursor: false });
    expect(first).toContain('? help');
    await terminal.press('2');
    const events = await terminal.shows(/EVENT ▼ +NAME +CAMPAIGN +TYPE +SOURCE +STATE +ERROR +RECEIVED/, MARIA, 'bad-2');
    expect(events).toMatch(/▸ +5 +bad-2 +Lead +Website form +Failed +Unknown campaign /);
    expect(events).toMatch(/^ +4 +bad-1 +Lead +Website form +Failed +Unknown campaign /m);
    expect(events).toMatch(/^ +3 +A\*\*\* S\*\*\* +Verão +Lead +Website form +Processed /m);
    expect(events).toMatch(/^ +2 +B\*\*\* L\*\*\* +Verão +Lead +Website form +Processed /m);
    expect(events).toMatch(/^ +1 +M\*\*\* T\*\*\* +Verão +Lead +Website form +Processed /m);
    await terminal.press('3');
    await terminal.shows('CAMPAIGN', 'Verão', MARIA, BIA, ANA);
    await terminal.press('4');
    await terminal.shows(/▸ +2 {2}Unknown campaign .*Failed/, 'R retry', 'F delete');
    await terminal.press('5');
    await terminal.shows('No worker is running.');
    await terminal.press('?');
    await terminal.shows('UPPERCASE keys change something.');
  });

  test('what another process does appears by itself', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Queued 0');
    await place.work.acceptAll(['late-1', 'late-2']);
    await terminal.shows('Queued 2', '▲ no worker');
    await terminal.press('2');
    await terminal.shows('late-2');
    await place.work.accept('later');
    await terminal.shows('Queued 3', /▸ .*later/);
  });

  test('fits every size without debris', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({ columns: 80, rows: 24 });
    await terminal.shows('Done 3');
    await terminal.press('2');
    await terminal.shows('bad-1');
    await terminal.resize([20, 5]);
    const tiny = await terminal.until((screen) => screen.split('\n').length === 6 && screen.includes('0/0/2'), '0/0/2 on five lines');
    expect(tiny).not.toContain('NAME');
    await terminal.press('1');
    await terminal.shows(/^Queued +0$/m, /^Running +0$/m, /^Failed +2$/m);
    await terminal.resize([200, 50]);
    await terminal.press('2');
    const wide = await terminal.shows('EXTERNAL ID', 'RESENDS', 'bad-1', 'q quit');
    expect(
      wide
        .split('\n')
        .map((line) => line.trimEnd())
        .filter((line) => line.includes('bad-1')),
    ).toHaveLength(1);
    expect(wide.match(/\? help/g)).toHaveLength(1);
  });

  test('fits the last of several sizes, whichever it heard of', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({ columns: 120, rows: 12 });
    await terminal.shows('Done 3');
    await terminal.press('2');
    await terminal.shows('good-1');
    const once = ['▲', 'Queued', '─ 1 Queue', 'EVENT', '▸', '? help'];
    for (const sizes of [
      [[90, 25]],
      [
        [12, 3],
        [150, 25],
      ],
      [
        [30, 9],
        [120, 12],
        [50, 40],
        [300, 100],
        [12, 3],
        [90, 20],
      ],
      [
        [300, 100],
        [140, 22],
      ],
    ] as const) {
      await terminal.resize(...sizes);
      const rows = sizes.at(-1)?.[1];
      // Output for the previous sizes may remain for a short time.
      await terminal.until(
        (screen) => screen.split('\n').length - 1 === rows && once.every((text) => screen.split(text).length === 2),
        `${rows} lines with each of these once: ${once}`,
      );
    }
  });

  test('the filter takes text, expressions, columns and their opposites', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3');
    await terminal.press('2');
    await terminal.shows(MARIA, BIA, ANA, 'bad-1', 'bad-2');
    await terminal.press('/');
    await terminal.shows('Filter:');
    await terminal.type('good');
    await terminal.hides('bad-1', 'bad-2', ANA);
    // The filter finds the ids although the list shows people instead.
    await terminal.shows(MARIA, BIA, 'filter: good', '2 rows');
    await terminal.press('Escape');
    await terminal.shows('bad-1');
    await terminal.press('/');
    await terminal.type('/(good|bad)-1/ !erro');
    await terminal.shows(MARIA, '1 row ');
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
    // Wide enough for the list to show both the id and the person.
    using terminal = await place.watch({ columns: 200 });
    const output = await terminal.record();
    await terminal.shows('Done 3');
    await terminal.press('2');
    await terminal.shows('EXTERNAL ID', /^ +3 +A\*\*\* S\*\*\* .*evil/m);
    await terminal.press('/');
    await terminal.type('evil');
    await terminal.shows('1 row ');
    await terminal.press('Enter');
    await terminal.shows('personal data masked', 'Received', 'Done');
    await terminal.press('Enter');
    const masked = await terminal.shows('a***@example.com');
    expect(masked).not.toContain('Souza');
    expect(place.work.activity().filter((line) => line.startsWith('revelar'))).toEqual([]);
    await terminal.press('V');
    await terminal.shows('Show the personal data of event 3?');
    await terminal.press('y');
    await terminal.shows('personal data shown (recorded)', 'ana.souza@example.com', 'Souza');
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
    await terminal.shows('Failed 2');
    await terminal.press('4');
    await terminal.shows('Unknown campaign');
    await terminal.press('Enter');
    await terminal.shows('ATTEMPTS', 'Failed  Unknown campaign');
    await terminal.press('Space', 'Space');
    await terminal.shows('2 selected');
    await terminal.press('R');
    await terminal.shows('Retry 2 jobs?');
    await terminal.press('n');
    await terminal.shows('Nothing was changed.');
    expect((await snapshot(place)).failed).toBe(2);
    await terminal.press('R');
    await terminal.shows('Retry 2 jobs?');
    await terminal.press('y');
    await terminal.shows('2 jobs queued.', 'No jobs left in this group.');
    expect(await snapshot(place)).toMatchObject({ failed: 0, waiting: 2 });
    expect(await place.work.json('queue', 'status')).toMatchObject({ pendente: 2, falhou: 0 });
  });

  test('a group of failures is forgotten whole, with the number it has now', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.press('4');
    await terminal.shows('Unknown campaign');
    await terminal.press('F');
    await terminal.shows('Delete 2 jobs for good?');
    await terminal.press('y');
    await terminal.shows('2 jobs deleted.', 'No failed or parked jobs.');
    expect((await snapshot(place)).failed).toBe(0);
  });

  test('an event is retried', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.press('2');
    await terminal.shows(/▸ .*bad-2/);
    await terminal.press('R');
    await terminal.shows('Process 1 event (5) again?');
    await terminal.press('y');
    await terminal.shows('1 event queued.', /▸ .*bad-2.*Received/);
    expect((await snapshot(place)).waiting).toBe(1);
  });

  test('P pauses the queue and opens it again, p only the view', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Queued 0');
    await terminal.press('P');
    await terminal.shows('Pause the queue?');
    await terminal.press('y');
    await terminal.shows('‖ paused', 'P resume queue');
    expect((await snapshot(place)).pausedAt).not.toBeNull();
    await terminal.press('P');
    await terminal.shows('Resume the queue?');
    await terminal.press('y');
    await terminal.shows('▲ 2 failed, no worker');
    expect((await snapshot(place)).pausedAt).toBeNull();
    await terminal.press('p');
    await terminal.shows('view paused, press p to resume');
    await place.work.accept('unseen');
    await place.work.run('queue', 'status');
    expect(await terminal.screen()).toContain('Queued 0');
    await terminal.press('p');
    await terminal.shows('Queued 1');
  });

  test('--readonly changes nothing and reveals nothing', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({}, '--readonly');
    await terminal.shows('read-only', 'Failed 2');
    await terminal.press('2');
    const screen = await terminal.shows('bad-2');
    expect(screen).not.toContain('R retry');
    await terminal.press('R');
    await terminal.shows('Read-only: you cannot change or reveal anything here.');
    await terminal.press('Enter');
    await terminal.shows('personal data masked');
    await terminal.press('V');
    await terminal.shows('Read-only: you cannot change or reveal anything here.');
    expect(await terminal.screen()).not.toContain('Show the personal data');
    expect((await snapshot(place)).failed).toBe(2);
  });

  test('a database that is gone leaves its last figures; another one in its place is watched', async () => {
    using place = await WatchedPlace.filled();
    using other = await WatchedPlace.filled();
    await other.work.accept('of-the-other');
    using terminal = await place.watch();
    await terminal.shows('Failed 2', 'Queued 0');
    for (const suffix of ['', '-wal', '-shm']) rmSync(place.work.databasePath + suffix, { force: true });
    await terminal.shows('The database file no longer exists.', /no answer for \d+ s/, 'Failed 2');
    renameSync(other.work.databasePath, place.work.databasePath);
    await terminal.shows('Queued 1', 'Failed 2');
    await terminal.press('2');
    await terminal.shows('of-the-other');
  });

  test('keys that arrive together all count', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Failed 2');
    await terminal.press('2');
    await terminal.shows(/▸ +5 /, MARIA);
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
    await terminal.press('o', 's', 's', 's', 's', 's');
    await terminal.shows('STATE ▲', /▸.*Failed /);
  });
});
