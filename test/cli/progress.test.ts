import { afterEach, expect, test, vi } from 'vitest';
import { type Progress, startProgress } from '../../src/cli/progress.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A terminal that records its output, and a clock that the test sets. */
function terminal(options: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const begin = (text: string, enabled = true): Progress =>
    startProgress(text, {
      enabled,
      terminal: { isTTY: true, columns: 80, ...options, write: (part) => written.push(part) },
      clock: () => clock.ms,
    });
  return { written, clock, begin };
}

test('rewrites one line, and leaves nothing behind', () => {
  const { written, clock, begin } = terminal();
  const progress = begin('Deleting finished jobs');
  progress.update(1_000);
  clock.ms += 200;
  progress.update(2_000, 10_000);
  progress.end();
  progress.end();
  progress.update(3_000);
  expect(written.join('')).toBe(
    '\r\x1b[KDeleting finished jobs …\r\x1b[KDeleting finished jobs: 1,000 …\r\x1b[KDeleting finished jobs: 2,000 of 10,000 (20%) …\r\x1b[K',
  );
});

test('redraws ten times a second at most, and a new stage at once', () => {
  const { written, clock, begin } = terminal();
  using progress = begin('Counting');
  for (clock.ms = 0; clock.ms < 1_000; clock.ms += 10) progress.update(clock.ms);
  expect(written).toHaveLength(1 + 10);
  progress.stage('Copying');
  expect(written.at(-1)).toContain('Copying');
});

test('a line never reaches the edge of the terminal', () => {
  const { written, begin } = terminal({ columns: 20 });
  begin('A very long description of what is being done');
  expect(written).toEqual(['\r\x1b[KA very long descri…']);
});

test('counts in the language of the person', () => {
  vi.stubEnv('LC_ALL', 'pt_BR.UTF-8');
  const { written, begin } = terminal();
  begin('Apagando').update(12_000, 40_000);
  expect(written.at(-1)).toContain('Apagando: 12.000 de 40.000 (30%)');
});

test('is silent where it is off, is no terminal, or cannot rewrite a line', () => {
  const off = terminal();
  off.begin('x', false).update(1);
  const pipe = terminal({ isTTY: false });
  pipe.begin('x').update(1);
  vi.stubEnv('TERM', 'dumb');
  const dumb = terminal();
  dumb.begin('x').update(1);
  expect([off.written, pipe.written, dumb.written]).toEqual([[], [], []]);
});
