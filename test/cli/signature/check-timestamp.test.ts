import { describe, expect, test } from 'vitest';
import { checkTimestamp, describeTimestamp } from '../../../src/cli/signature/verify-body.ts';

const NOW = 1_795_176_000_000;
const NOW_SECONDS = NOW / 1_000;

function check(timestamp: string): string {
  const result = checkTimestamp(Buffer.from(`{"timestamp":${timestamp}}`), NOW, 300);
  return `${result.kind}: ${describeTimestamp(result, 300).en}`;
}

describe('the timestamp of a form', () => {
  test.each([
    [String(NOW_SECONDS), 'inside: The timestamp is 0 ms in the past'],
    [String(NOW_SECONDS - 300), 'inside'],
    [String(NOW_SECONDS + 300), 'inside: The timestamp is 5 min 00 s in the future'],
    [String(NOW_SECONDS - 301), 'outside'],
    [String(NOW_SECONDS + 301), 'outside'],
    [`"${NOW_SECONDS}"`, 'inside'],
    [String(NOW), 'milliseconds'],
    ['1e400', 'outside: The timestamp is 1157407 d 9 h in the future'],
    ['-1e400', 'outside: The timestamp is 1157407 d 9 h in the past'],
    ['"yesterday"', 'unreadable'],
    ['""', 'unreadable'],
    ['null', 'unreadable'],
  ])('%s is %s', (timestamp, expected) => {
    expect(check(timestamp)).toContain(expected);
  });

  test('local time taken for UTC is recognised', () => {
    expect(check(String(NOW_SECONDS - 3 * 3_600 - 2))).toContain('local time instead of UTC');
    expect(check(String(NOW_SECONDS - 3 * 3_600 - 900))).toContain('NTP');
  });

  test('a body that is no JSON has none', () => {
    expect(checkTimestamp(Buffer.from('nome=Ana'), NOW, 300).kind).toBe('unreadable');
  });
});
