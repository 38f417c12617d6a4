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
    this.lines.leave(page);
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
    lines.leave('a');
    expect(lines.restsUntil('a', 5_000)).toBeNull();
  });

  test('is well again after one answer', () => {
    const lines = troubled(3);
    lines.answered('a');
    lines.troubled('a', 0);
    expect(lines.restsUntil('a', 0)).toBeNull();
  });
});
