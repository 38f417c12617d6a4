import { describe, expect, test } from 'vitest';
import { headersJson } from '../../src/http/request-headers.ts';

describe('the headers that are kept', () => {
  test('are pairs in the order and spelling they came in, repeated ones included', () => {
    const raw = ['Host', 'x', 'X-A', 'a "quoted" \\ value', 'x-a', 'é', 'X-A', ''];
    expect(JSON.parse(headersJson(raw))).toEqual([
      ['Host', 'x'],
      ['X-A', 'a "quoted" \\ value'],
      ['x-a', 'é'],
      ['X-A', ''],
    ]);
    expect(headersJson([])).toBe('[]');
  });

  test.each(['Authorization', 'authorization', 'PROXY-AUTHORIZATION', 'Cookie'])('%s is not among them, however often it comes', (name) => {
    const raw = [name, 'secret', 'Host', 'x', name, 'secret'];
    for (let time = 0; time < 3; time += 1) expect(headersJson(raw)).toBe('[["Host","x"]]');
  });

  test('are the same for names that nobody sent before, however many there are', () => {
    for (let number = 0; number < 1_000; number += 1) {
      const name = `X-Made-Up-${number}`;
      for (let time = 0; time < 2; time += 1) expect(headersJson([name, 'v', 'Cookie', 'c'])).toBe(`[["${name}","v"]]`);
    }
  });
});
