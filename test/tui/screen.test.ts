import { afterEach, describe, expect, test, vi } from 'vitest';
import { MESSAGES } from '../../src/messages/messages.ts';
import * as actions from '../../src/tui/actions.ts';
import { cellWidth } from '../../src/tui/cell-text.ts';
import { TABS } from '../../src/tui/state.ts';
import { createLook } from '../../src/tui/theme.ts';
import { worker } from '../support/factories.ts';
import { strangeWords } from '../support/plain-words.ts';
import { events, figures, laidOut, NOON, openView, screenOf, step } from './watch-state.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const SIZES = [
  [15, 4],
  [20, 5],
  [40, 8],
  [60, 12],
  [72, 18],
  [80, 24],
  [110, 30],
  [160, 50],
  [300, 100],
] as const;

describe.each(SIZES)('on %i × %i', (columns, rows) => {
  test.each(TABS)('the tab %s fills the screen and nothing more', (tab) => {
    const list = actions.takeRows('events', { rows: events(3, 2, 1), hasMore: false, searched: null });
    const state = step(openView({ columns, rows }, { waiting: 1_234_567, failed: 3, oldestWaitingMs: 90_000 }), actions.openTab(tab), list);
    for (const shown of [state, step(state, actions.open), step(state, actions.toggleHelp), step(state, actions.openFilter)]) {
      const lines = screenOf(shown);
      expect(lines).toHaveLength(rows);
      for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(columns);
      // The last cell of the last line stays empty: some terminals scroll when it is written.
      expect(cellWidth(lines.at(-1) ?? '')).toBeLessThan(columns);
    }
  });
});

test('20 × 5 shows how the queue is, what waits, runs and failed, and where help is', () => {
  const text = screenOf(openView({ columns: 20, rows: 5 }, { waiting: 12, running: 3, failed: 2, oldestWaitingMs: 65_000 })).join('\n');
  for (const part of [/no worker/, /Queued +12/, /Running +3/, /Failed +2/, /\? help/]) expect(text).toMatch(part);
});

test('failed jobs and a missing worker are no ok, though nothing waits; several things are all named, the worst first', () => {
  const title = (overrides: Parameters<typeof figures>[0]) => screenOf(openView(undefined, overrides))[0] ?? '';
  expect(title({ failed: 100_000 })).toMatch(/^ ▲ 100,000 failed, no worker {2}webhooks/);
  expect(title({ failed: 1, pausedAt: NOON, waiting: 2 })).toMatch(/paused, 1 failed, no worker/);
  expect(title({ parked: 3 })).toMatch(/^ ▲ no worker, 3 parked/);
  const workers = [worker('w', { seenAt: NOON })];
  expect(title({ workers, finished: 1 })).toMatch(/^ ● ok/);
  expect(title({ workers })).toMatch(/^ ● no jobs yet/);
  expect(title({ workers, failed: 2 })).toMatch(/^ ▲ 2 failed/);
  expect(title({ workers, failed: 2, queue: 'conversoes' })).toMatch(/^ ● ok/);
});

test('ages grow with the clock while the source answers, and stand still without it', () => {
  const state = openView(undefined, { waiting: 1, oldestWaitingMs: 60_000 });
  expect(screenOf(step(state, actions.tick(NOON + 5_000))).join('\n')).toContain('oldest 1 min 05 s');
  const lost = step(state, actions.lose('It is gone.', NOON + 5_000));
  const text = screenOf(lost).join('\n');
  expect(text).toContain('oldest 1 min 00 s');
  expect(text).toContain('○ no answer for 5 s');
  expect(text).toContain('It is gone.');
});

test('nothing changes on the screen while nothing happens', () => {
  const state = step(openView(), actions.takeFigures(figures({ at: NOON + 3_000 }), [], NOON + 3_000));
  const later = step(state, actions.takeFigures(figures({ at: NOON + 59_000 }), [], NOON + 59_000));
  expect(screenOf(later)).toEqual(screenOf(state));
});

test('the question names the number', () => {
  const change = { verb: 'forget', targets: [{ ids: ['1', '2'] }], count: 1_200 } as const;
  expect(screenOf(step(openView(), actions.ask(change))).join('\n')).toContain('Delete 1,200 jobs for good?');
});

test('ASCII is ASCII, in every language', () => {
  for (const messages of Object.values(MESSAGES)) {
    const look = createLook(messages, { ascii: true, hasColors: true });
    const state = openView({ columns: 120, rows: 40 }, { waiting: 3, pausedAt: NOON });
    for (const shown of [state, step(state, actions.toggleHelp)]) expect(screenOf(shown, look).join('\n')).toMatch(/^[\n -~]*$/);
  }
});

test('nothing that comes from outside drives the terminal: a sentence of the service, the name of a queue', () => {
  const hostile = 'bad\u001b[2J\u001b]0;owned\u0007\u009b5m\u202e';
  const state = openView(undefined, { queue: hostile });
  const lost = step(state, actions.lose(hostile, NOON));
  for (const shown of [lost, step(state, actions.notify(hostile, true, NOON))]) {
    const text = screenOf(shown).join('\n');
    expect(text).toContain('bad·[2J');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  }
});

test('that no row matches is said of those that were searched', () => {
  const view = step(openView(), actions.openTab('events'), actions.typeFilter('/x$/'), actions.keepFilter);
  const none = (hasMore: boolean) => actions.takeRows('events', { rows: [], hasMore, searched: 2_000 });
  expect(screenOf(step(view, none(true))).join('\n')).toContain('None of the newest 2,000 rows match the filter.');
  expect(screenOf(step(view, none(false))).join('\n')).toContain('Nothing matches the filter.');
});

test('of a filter that is longer than the screen its end is shown, where it is typed, and what is wrong with it', () => {
  const view = step(openView({ columns: 60, rows: 20 }), actions.openTab('events'), actions.openFilter);
  const long = 'origem:formulario_proprio status:processado tipo:lead the-newest-word';
  const typed = screenOf(step(view, actions.typeFilter(long))).join('\n');
  expect(typed).toMatch(/Filter: .*the-newest-word/);
  const wrong = screenOf(step(view, actions.typeFilter(`${long} /(/`))).join('\n');
  expect(wrong).toMatch(/Filter: .*word \/\(\/ .*not a regular expression/);
  const small = screenOf(step(view, actions.resize({ columns: 15, rows: 4 }), actions.typeFilter(`${long} /(/`)));
  expect(small).toHaveLength(4);
  expect(small.at(-1)).toMatch(/^ Filter: .*\/\(\//);
});

test('a question on a small screen still says which key agrees', () => {
  const asked = step(openView({ columns: 20, rows: 5 }), actions.ask({ verb: 'retryEvents', ids: ['1', '2'] }));
  expect(screenOf(asked).slice(-2)).toEqual([expect.stringContaining('Process 2 events'), expect.stringContaining('y yes')]);
});

test.each([80, 60, 40])('the question with most words still says on %i columns which key agrees and which does not', (columns) => {
  const asked = step(openView({ columns, rows: 24 }), actions.ask({ verb: 'setPaused', isPaused: true }));
  expect(screenOf(asked).slice(-2)).toEqual([expect.stringContaining(' Pause the queue?'), ' y yes   any other key no']);
});

test('a question with room says it in its own line, above the keys of the view', () => {
  const asked = step(openView({ columns: 120, rows: 24 }), actions.ask({ verb: 'setPaused', isPaused: true }));
  expect(screenOf(asked).slice(-2)).toEqual([
    expect.stringMatching(/Pause the queue\?.* y yes {3}any other key no/),
    expect.stringContaining('? help'),
  ]);
});

test('an event says in the language of the person why it failed', () => {
  vi.stubEnv('LC_ALL', 'pt_BR.UTF-8');
  const event = {
    evento_id: '2',
    status: 'erro',
    erro_codigo: 'unknown_campaign',
    erro_parametros: [['unknownCampaign', { id: 'x', flag: '--id x', again: 'queue retry --all --error unknown_campaign' }]],
  };
  const opened = step(
    openView({ columns: 120, rows: 30 }),
    actions.openTab('events'),
    actions.takeRows('events', { rows: events(2), hasMore: false, searched: null }),
    actions.open,
    actions.takeTrail('2', { evento: event }, false),
  );
  expect(screenOf(opened).join('\n')).toContain('Nenhuma campanha tem o `campanha_id` "x".');
});

test('all of the help can be read on a small screen, and its end is left by one key', () => {
  const help = laidOut(step(openView({ columns: 40, rows: 10 }), actions.toggleHelp));
  expect(screenOf(help).join('\n')).not.toContain('the count.');
  const atEnd = step(help, actions.toLast);
  expect(screenOf(atEnd).join('\n')).toContain('the count.');
  expect(screenOf(step(atEnd, actions.move(-1)))).not.toEqual(screenOf(atEnd));
  expect(step(atEnd, actions.toggleHelp).isHelpOpen).toBe(false);
});

test('a service whose clock is wrong does not make the queue look late', () => {
  const state = openView(undefined, { at: NOON - 3_600_000, waiting: 1, oldestWaitingMs: 1_000 });
  expect(screenOf(state).join('\n')).toContain('oldest 1 s');
  expect(screenOf(step(state, actions.lose('gone', NOON + 5_000))).join('\n')).toContain('no answer for 5 s');
});

describe('the header says no more than is known', () => {
  const workers = [worker('w', { seenAt: NOON })];
  const well = openView(undefined, { workers, finished: 1 });

  test('since when nothing answers', () => {
    const lost = step(well, actions.lose('gone', NOON + 5_000));
    expect(screenOf(lost)[0]).toMatch(/^ ○ no answer for 5 s, since \d\d:\d\d:00 {2}webhooks/);
  });

  test('figures that are no longer new are told with their time, and are no ok of now', () => {
    expect(screenOf(step(well, actions.tick(NOON + 10_000)))[0]).toMatch(/^ ● ok/);
    expect(screenOf(step(well, actions.tick(NOON + 20_000)))[0]).toMatch(/^ ○ as of \d\d:\d\d:00: ok/);
    expect(screenOf(step(well, actions.toggleFreeze))[0]).toMatch(/^ ‖ as of \d\d:\d\d:00: ok .*view paused/);
  });

  test('an age stands still while the view is paused', () => {
    const waiting = step(openView(undefined, { waiting: 1, oldestWaitingMs: 60_000 }), actions.toggleFreeze);
    expect(screenOf(step(waiting, actions.tick(NOON + 9_000))).join('\n')).toContain('oldest 1 min 00 s');
  });
});

test('a second in which nothing is told that grows is no change', () => {
  const idle = openView(undefined, { workers: [worker('w', { seenAt: NOON })] });
  expect(step(idle, actions.tick(NOON + 1_000))).toBe(idle);
  const waiting = openView(undefined, { waiting: 1, oldestWaitingMs: 1_000 });
  expect(step(waiting, actions.tick(NOON + 1_000))).not.toBe(waiting);
});

describe('the charts', () => {
  const minutes = [3, 2, 1].map((ago) => ({ startsAt: NOON - ago * 60_000, finished: 10 * ago, failed: 0 }));

  test.each([80, 100, 120, 200])('on %i columns show the hour the database kept, over the times of the local clock', (columns) => {
    const screen = screenOf(step(openView({ columns, rows: 40 }), actions.takeHistory(minutes)));
    expect(screen.join('\n')).toMatch(/done ─+ max [3-6]0 per (minute|\d min)/);
    const axis = screen.filter((line) => /╵\d\d:\d\d/.test(line));
    expect(axis).toHaveLength(1);
    for (const [, minute] of (axis[0] ?? '').matchAll(/╵\d\d:(\d\d)/g)) expect(Number(minute) % 5).toBe(0);
  });

  test('tell what nobody measured from nothing', () => {
    const text = screenOf(openView({ columns: 100, rows: 40 })).join('\n');
    expect(text).toMatch(/·{30}/);
  });
});

test('a large window has the workers beside the figures, and no row of them is selected there', () => {
  const workers = [worker('worker-1', { seenAt: NOON })];
  const text = screenOf(openView({ columns: 160, rows: 50 }, { workers })).join('\n');
  expect(text).toMatch(/Running .* worker-1 .* Running +0 s /);
  expect(text).not.toContain('▸');
  expect(screenOf(openView({ columns: 120, rows: 50 }, { workers })).join('\n')).not.toContain('worker-1');
});

test('15 × 4 shows the numbers, and where help is', () => {
  const text = screenOf(openView({ columns: 15, rows: 4 }, { waiting: 12, running: 3 })).join('\n');
  for (const part of [/no worker/, /Queued +12$/m, /Running +3$/m, /\? help/]) expect(text).toMatch(part);
});

test('a body that was revealed keeps its lines, and nothing in it drives the terminal', () => {
  const corpo = '{"nome":\n\t"Ana\u001b[2J"}';
  const opened = step(
    openView({ columns: 60, rows: 30 }),
    actions.openTab('events'),
    actions.takeRows('events', { rows: events(2), hasMore: false, searched: null }),
    actions.open,
    actions.open,
    actions.takeTrail('2', { evento: { corpo, corpo_bytes: 9 } }, true),
  );
  expect(screenOf(opened)).toEqual(expect.arrayContaining(['{"nome":', '  "Ana·[2J"}']));
});

test.each(['en', 'pt'] as const)('no screen in %s has a word of the other language, a stored word or a home-made one', (language) => {
  vi.stubEnv('LC_ALL', language === 'pt' ? 'pt_BR.UTF-8' : 'C.UTF-8');
  const view = openView({ columns: 160, rows: 50 }, { waiting: 12, running: 3, failed: 2, parked: 4, delayed: 1, oldestWaitingMs: 65_000 });
  const list = actions.takeRows('events', { rows: events(3, 2, 1), hasMore: false, searched: null });
  const screens = [...TABS.map((tab) => step(view, actions.openTab(tab), list)), step(view, actions.toggleHelp)];
  const look = createLook(MESSAGES[language], { ascii: false, hasColors: false });
  expect(screens.flatMap((screen) => screenOf(screen, look)).flatMap((line) => strangeWords(line, language))).toEqual([]);
});
