import { describe, expect, test } from 'vitest';
import { PageLines } from '../../../src/app/lead-answers/page-lines.ts';

/** Lets calls in, and remembers in which order. */
class Calls {
  readonly lines: PageLines;
  readonly inside: string[] = [];

  constructor(limits: { perPage: number; inAll: number }) {
    this.lines = new PageLines(limits);
  }

  async enter(...pages: readonly string[]): Promise<void> {
    for (const page of pages) void this.lines.enter(page).then(() => this.inside.push(page));
    await settled();
  }

  async leave(page: string): Promise<void> {
    this.lines.leave(page, 100);
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('places', () => {
  test('are limited for each page and in all', async () => {
    const calls = new Calls({ perPage: 2, inAll: 3 });
    await calls.enter('a', 'a', 'a', 'b', 'b');
    expect(calls.inside).toEqual(['a', 'a', 'b']);
    await calls.leave('b');
    expect(calls.inside).toEqual(['a', 'a', 'b', 'b']);
    await calls.leave('a');
    expect(calls.inside).toEqual(['a', 'a', 'b', 'b', 'a']);
  });

  test('go to each page in turn, however long the line of one is', async () => {
    const calls = new Calls({ perPage: 2, inAll: 2 });
    await calls.enter(...Array.from({ length: 6 }, () => 'a'), 'b', 'c');
    await calls.leave('a');
    await calls.leave('a');
    expect(calls.inside).toEqual(['a', 'a', 'b', 'c']);
  });
});

describe('a line that is full', () => {
  const alone = { page: 0, inAll: 0 };

  test('gives later turns to those that come, one after the other at the pace of the calls', () => {
    const lines = new PageLines({ perPage: 8, inAll: 32 });
    expect(lines.laterTurn('a', { page: 47, inAll: 47 }, 1_000)).toBeNull();
    const turns = Array.from({ length: 3 }, () => lines.laterTurn('a', { page: 48, inAll: 48 }, 1_000));
    expect(turns).toEqual([1_300, 1_313, 1_325]);
    expect(lines.laterTurn('b', { page: 0, inAll: 143 }, 1_000)).toBeNull();
    expect(lines.laterTurn('b', { page: 0, inAll: 144 }, 1_000)).toBe(1_300);
  });

  test('counts who stands in it, and has a place again when they leave', async () => {
    const calls = new Calls({ perPage: 1, inAll: 1 });
    await calls.enter(...Array.from({ length: 48 }, () => 'a'));
    expect(calls.lines.laterTurn('a', alone, 0)).not.toBeNull();
    await calls.leave('a');
    expect(calls.lines.laterTurn('a', alone, 0)).toBeNull();
  });

  test('never gives a turn later than in a minute, however slow the platform is', () => {
    const lines = new PageLines({ perPage: 1, inAll: 1 });
    for (let call = 0; call < 50; call += 1) {
      void lines.enter('a');
      void lines.enter('a');
      lines.leave('a', 10_000);
    }
    const turns = Array.from({ length: 50 }, () => lines.laterTurn('a', alone, 0));
    expect(Math.max(...turns.map(Number))).toBe(60_000);
  });
});

describe('a page for which the platform does not answer', () => {
  function troubled(times: number, now = 0): PageLines {
    const lines = new PageLines();
    for (let time = 0; time < times; time += 1) lines.troubled('a', now);
    return lines;
  }

  test('does not rest longer when the clock is put back', () => {
    const lines = troubled(4, 10 * 3_600_000);
    expect(lines.restsUntil('a', 0)).toBeNull();
    lines.troubled('a', 0);
    expect(lines.restsUntil('a', 0)).toBe(10_000);
  });

  test('rests after four troubles in a row, not before, and only this page', () => {
    expect(troubled(3).restsUntil('a', 0)).toBeNull();
    expect(troubled(4).restsUntil('a', 0)).toBe(5_000);
    expect(troubled(4).restsUntil('b', 0)).toBeNull();
  });

  test('is asked by one call after the rest; the others wait for what it finds out', async () => {
    const lines = troubled(4);
    await Promise.all([lines.enter('a'), lines.enter('a')]);
    expect(lines.begin('a', 5_000)).toBeNull();
    expect(lines.begin('a', 5_000)).toBe(10_000);
    lines.answered('a');
    expect(lines.begin('a', 5_000)).toBeNull();
  });

  test('rests longer each time, up to five minutes', () => {
    const lines = troubled(4);
    const rests: number[] = [];
    for (let now = 5_000; rests.length < 8; now += rests.at(-1) ?? 0) {
      lines.troubled('a', now);
      rests.push((lines.restsUntil('a', now) ?? 0) - now);
    }
    expect(rests).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  });

  test('is asked by the next call when the one that was to find out went away without a word', async () => {
    const lines = troubled(4);
    await lines.enter('a');
    expect(lines.begin('a', 5_000)).toBeNull();
    lines.leave('a', 100);
    expect(lines.restsUntil('a', 5_000)).toBeNull();
  });

  test('is well again after one answer', () => {
    const lines = troubled(3);
    lines.answered('a');
    lines.troubled('a', 0);
    expect(lines.restsUntil('a', 0)).toBeNull();
  });
});
