import { describe, expect, test } from 'vitest';
import { type MeasureId, verdictOf } from '../../src/benchmark/measures.ts';

describe('verdict', () => {
  test.each<[MeasureId, number, string | null]>([
    ['entrada_razao', 0.8, 'best'],
    ['entrada_razao', 0.65, 'met'],
    ['entrada_razao', 0.64, 'missed'],
    ['pronto_ms', 250, 'best'],
    ['pronto_ms', 400, 'met'],
    ['pronto_ms', 401, 'missed'],
    ['entrada_por_segundo', 1, null],
    ['fora_lead_p99_ms', Number.NaN, 'missed'],
  ])('%s of %d is %s', (id, value, expected) => {
    expect(verdictOf({ id, value })).toBe(expected);
  });
});
