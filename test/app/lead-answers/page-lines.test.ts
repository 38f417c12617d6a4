import { describe, expect, test } from 'vitest';
import { PageLines } from '../../../src/app/lead-answers/page-lines.ts';

/** Grants calls and records their order. */
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
    expect(lines.delayedStart('a', { page: 47, inAll: 47 }, 1_000)).toBeNull();
    const turns = Array.from({ length: 3 }, () => lines.delayedStart('a', { page: 48, inAll: 48 }, 1_000));
    expect(turns).toEqual([1_300, 1_313, 1_325]);
    expect(lines.delayedStart('b', { page: 0, inAll: 143 }, 1_000)).toBeNull();
    expect(lines.delayedStart('b', { page: 0, inAll: 144 }, 1_000)).toBe(1_300);
  });

  test('counts who stands in it, and has a place again when they leave', async () => {
    const calls = new Calls({ perPage: 1, inAll: 1 });
    await calls.enter(...Array.from({ length: 48 }, () => 'a'));
    expect(calls.lines.delayedStart('a', alone, 0)).not.toBeNull();
    await calls.leave('a');
    expect(calls.lines.delayedStart('a', alone, 0)).toBeNull();
  });

  test('never gives a turn later than in a minute, however slow the platform is', () => {
    const lines = new PageLines({ perPage: 1, inAll: 1 });
    for (let call = 0; call < 50; call += 1) {
      void lines.enter('a');
      void lines.enter('a');
      lines.leave('a', 10_000);
    }
    const turns = Array.from({ length: 50 }, () => lines.delayedStart('a', alone, 0));
    expect(Math.max(...turns.map(Number))).toBe(60_000);
  });
});
