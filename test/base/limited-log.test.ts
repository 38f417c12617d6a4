import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LimitedLog } from '../../src/base/limited-log.ts';
import { createLogLines } from '../http/log-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function mayWrite(limited: LimitedLog, code: string, times: number): number {
  return Array.from({ length: times }, () => limited.mayWrite('info', code)).filter(Boolean).length;
}

test('five lines of each code a second, then one line that counts the others', () => {
  const { log, lines } = createLogLines();
  const limited = new LimitedLog(log, Date.now);
  expect(mayWrite(limited, 'signature_missing', 100)).toBe(5);
  expect(mayWrite(limited, 'overloaded', 6)).toBe(5);
  expect(mayWrite(limited, 'signature_invalid', 5)).toBe(5);
  vi.advanceTimersByTime(999);
  expect(mayWrite(limited, 'signature_missing', 1)).toBe(0);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  const leftOut = { signature_missing: 96, overloaded: 1 };
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', code: 'log_lines_left_out', leftOut })]);
  expect(mayWrite(limited, 'signature_missing', 5)).toBe(5);
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(1);
});

test('the count comes before the first line of the next second, also when the timer is late', () => {
  const { log, lines } = createLogLines();
  let now = 0;
  const limited = new LimitedLog(log, () => now);
  mayWrite(limited, 'signature_missing', 7);
  now = 1_000;
  expect(limited.mayWrite('info', 'overloaded')).toBe(true);
  expect(lines).toEqual([expect.objectContaining({ leftOut: { signature_missing: 2 } })]);
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(1);
});

test('a timer that fires early begins the next second too', () => {
  const { log } = createLogLines();
  let now = 0;
  const limited = new LimitedLog(log, () => now);
  mayWrite(limited, 'signature_missing', 7);
  now = 999.4;
  vi.advanceTimersByTime(1_000);
  expect(mayWrite(limited, 'signature_missing', 6)).toBe(5);
  now = 1_000;
  expect(mayWrite(limited, 'signature_missing', 1)).toBe(0);
});

test('lines of a level that is not logged are not counted', () => {
  const { log, lines } = createLogLines('warn');
  const limited = new LimitedLog(log, Date.now);
  expect(mayWrite(limited, 'signature_missing', 100)).toBe(0);
  limited.flush();
  expect(lines).toEqual([]);
});
