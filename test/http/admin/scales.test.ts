import { describe, expect, test } from 'vitest';
import { barHeight, logDepth, percent, roundUp, timeMarks } from '../../../src/http/admin/pages/charts/scales.ts';

test.each([
  [0, 1],
  [0.4, 1],
  [1, 1],
  [2, 2],
  [3, 5],
  [5, 5],
  [6, 10],
  [11, 20],
  [499, 500],
  [501, 1_000],
  [23_456, 50_000],
])('the axis of %d ends at %d', (value, end) => {
  expect(roundUp(value)).toBe(end);
});

test('places are percentages with two decimals', () => {
  expect([percent(0, 60), percent(1, 60), percent(60, 60)]).toEqual(['0%', '1.67%', '100%']);
});

test('a bar is as high as its value, nothing has none, and little is still seen', () => {
  expect(barHeight(50, 100, 80)).toBe(40);
  expect(barHeight(0, 100, 80)).toBe(0);
  expect(barHeight(1, 100_000, 80)).toBe(2);
  expect(barHeight(200, 100, 80)).toBe(80);
});

describe('the axis of times', () => {
  test.each<[string, readonly number[], readonly string[]]>([
    ['nothing', [], ['1 ms', '10 ms', '100 ms', '1 s']],
    ['one value', [3], ['1 ms', '10 ms', '100 ms', '1 s']],
    ['zero', [0], ['1 ms', '10 ms', '100 ms', '1 s']],
    ['from milliseconds to seconds', [12, 4_000], ['10 ms', '100 ms', '1 s', '10 s']],
    ['hours', [3_600_000, 7_200_000], ['1 h', '10 h', '4 d', '40 d']],
    ['a mark itself', [10, 10_000], ['10 ms', '100 ms', '1 s', '10 s']],
    ['beyond the end', [9e9], ['1 h', '10 h', '4 d', '40 d']],
  ])('%s', (_what, values, labels) => {
    expect(timeMarks(values).map(({ label }) => label)).toEqual(labels);
  });

  test('is logarithmic, and what lies beyond an end stands at it', () => {
    const marks = timeMarks([1, 1_000]);
    const depths = [1, 10, 100, 1_000, 0, 50_000].map((value) => logDepth(value, marks, 90));
    expect(depths).toEqual([90, 60, 30, 0, 90, 0]);
  });
});
