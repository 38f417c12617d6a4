import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/time-units.ts';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import * as actions from '../../src/tui/actions.ts';
import { WatchController } from '../../src/tui/controller.ts';
import { hourOf } from '../../src/tui/series.ts';
import { EMPTY_PAGE, type WatchSignal, type WatchSource } from '../../src/tui/source.ts';
import { figures, groups, NOON, openView, step } from './watch-state.ts';

/** A source that answers when the test releases it. */
class HeldSource implements WatchSource {
  readonly name = 'test';
  readonly trailsRead: string[] = [];
  readonly counting = Promise.withResolvers<number>();
  signal: (signal: WatchSignal) => void = () => undefined;

  async follow(onSignal: (signal: WatchSignal) => void, signal: AbortSignal): Promise<void> {
    this.signal = onSignal;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  tells(snapshot: QueueSnapshot): void {
    this.signal({ kind: 'figures', figures: snapshot, findings: [] });
  }

  readonly historiesRead: number[] = [];
  countJobs = (): Promise<number> => this.counting.promise;
  events = async () => EMPTY_PAGE;
  failedJobs = async () => EMPTY_PAGE;
  failureGroups = async () => [{ erro_codigo: 'x', estacionado: false, total: 3, mais_recente: null }];
  leads = async () => ({ items: [{ lead_id: '1', evento_id: '7' }], nextCursor: null });
  retryJobs = async () => 0;
  forgetJobs = async () => 0;
  retryOrReplayEvents = async () => 0;
  setPaused = async () => undefined;

  async history() {
    this.historiesRead.push(this.historiesRead.length);
    return [{ startsAt: NOON - MINUTE_MS, finished: 7, failed: 1 }];
  }

  async eventTrail(id: string) {
    this.trailsRead.push(id);
    return { evento: { evento_id: id } };
  }

  async status(): ReturnType<WatchSource['status']> {
    throw new Error('is not asked for here');
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

function control(source: HeldSource, initial = openView(), refreshMs = 0): WatchController {
  return new WatchController(initial, {
    source,
    clock: () => NOON,
    refreshMs,
    onQuit: () => undefined,
    onSuspend: () => undefined,
  });
}

/** Resolves when all pending promises have been handled. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('a question that took long to count does not appear under the fingers of somebody who goes on typing', async () => {
  const source = new HeldSource();
  const rows = actions.takeRows('groups', { rows: groups('x'), hasMore: false, searched: null });
  const controller = control(source, step(openView(), actions.openTab('failures'), rows));
  controller.press('F', {});
  controller.press('/', {});
  source.counting.resolve(3);
  await settled();
  expect(controller.state.prompt?.kind).toBe('filter');
  controller.press('', { escape: true });
  controller.press('F', {});
  await settled();
  expect(controller.state.prompt).toMatchObject({ kind: 'confirm', change: { verb: 'forget', count: 3 } });
});

test('an event that is opened again is read again, without waiting for the next figures', async () => {
  const source = new HeldSource();
  const controller = control(source);
  controller.press('3', {});
  await settled();
  for (const key of [{ return: true }, { escape: true }, { return: true }]) {
    controller.press('', key);
    await settled();
  }
  expect(source.trailsRead).toEqual(['7', '7']);
  expect(controller.state.detail?.trail).toEqual({ evento: { evento_id: '7' } });
});

test('figures after a gap are shown at once, however long the refresh interval', async () => {
  const source = new HeldSource();
  const controller = control(source, openView(), 3_600_000);
  const running = controller.run();
  source.signal({ kind: 'lost', reason: 'gone' });
  expect(controller.state.connection.kind).toBe('lost');
  source.tells(figures({ failed: 4 }));
  expect(controller.state).toMatchObject({ connection: { kind: 'live' }, figures: { failed: 4 } });
  source.tells(figures({ failed: 5 }));
  expect(controller.state.figures?.failed).toBe(4);
  controller.stop();
  await running;
});

test('what a change came to is shown at once, however long the refresh interval', async () => {
  const source = new HeldSource();
  const controller = control(source, openView(), 3_600_000);
  const running = controller.run();
  source.tells(figures({ at: NOON + 1 }));
  for (const key of ['P', 'y']) controller.press(key, {});
  await settled();
  source.tells(figures({ pausedAt: NOON }));
  expect(controller.state.figures?.pausedAt).toBe(NOON);
  controller.stop();
  await running;
});

test('the last hour is there at opening; it is read again in each minute and after a gap, and not in between', async () => {
  const source = new HeldSource();
  const controller = control(source);
  const running = controller.run();
  const reads = async (signal: WatchSignal): Promise<number> => {
    source.signal(signal);
    await settled();
    return source.historiesRead.length;
  };
  const at = (ms: number): WatchSignal => ({ kind: 'figures', figures: figures({ at: NOON + ms }), findings: [] });
  expect(await reads(at(1_000))).toBe(1);
  expect(hourOf(controller.state.series, 'finished', 1).slice(-2)).toEqual([7, 0]);
  expect(await reads(at(59_000))).toBe(1);
  expect(await reads(at(61_000))).toBe(2);
  expect(await reads({ kind: 'lost', reason: 'gone' })).toBe(2);
  expect(await reads(at(62_000))).toBe(3);
  controller.press('2', {});
  expect(await reads(at(122_000))).toBe(3);
  controller.stop();
  await running;
});
