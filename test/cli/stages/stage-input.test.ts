import { describe, expect, test } from 'vitest';
import { readStage, type StageWords, stageOf } from '../../../src/cli/stages/stage-input.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { T0 } from '../../support/factories.ts';

const RULES = { now: T0, timeZone: 'America/Sao_Paulo' };

function read(words: Partial<StageWords>) {
  return readStage({ name: 'won', value: undefined, currency: undefined, time: undefined, key: undefined, ...words }, RULES);
}

describe('a stage', () => {
  test.each([
    [{}, { name: 'sale', key: 'sale', value: null, currency: null, happenedAt: T0 }],
    [{ name: 'Qualificado' }, { name: 'lead_qualified', key: 'leadqualified' }],
    [{ name: 'Visita ao decorado' }, { name: 'Visita ao decorado', key: 'visitaaodecorado' }],
    [
      { value: '2600', key: ' pedido-981 ' },
      { value: 2600, currency: 'BRL', key: 'pedido-981' },
    ],
    [{ value: 'R$ 2.600,50' }, { value: 2600.5, currency: 'BRL' }],
    [
      { value: '10', currency: 'usd' },
      { value: 10, currency: 'USD' },
    ],
    [{ time: '2026-11-20 08:30' }, { happenedAt: Date.UTC(2026, 10, 20, 11, 30) }],
    [{ time: '20/11/2026 08:30' }, { happenedAt: Date.UTC(2026, 10, 20, 11, 30) }],
    [{ time: '2026-11-20T08:30:00+0200' }, { happenedAt: Date.UTC(2026, 10, 20, 6, 30) }],
    [
      { time: '2026-11-19' },
      { happenedAt: Date.UTC(2026, 10, 19, 3), entered: { time: { at: Date.UTC(2026, 10, 19, 3), spanMs: 86_400_000 } } },
    ],
  ])('%o', (words, expected) => {
    expect(read(words)).toMatchObject({ ok: true, stage: expected });
  });

  test.each([
    [{ name: ' ' }, /needs a name/],
    [{ name: 'x'.repeat(101) }, /needs a name/],
    [{ value: '2.600' }, /"2.600" is not a clear amount/],
    [{ value: '-5' }, /not a clear amount/],
    [{ value: '5', currency: 'reais' }, /not a currency/],
    [{ time: 'ontem' }, /not a valid time/],
    [{ time: '2026-11-22 12:01' }, /in the future/],
    [{ key: 'x'.repeat(256) }, /the key/],
  ])('%o is reported', (words, expected) => {
    const reading = read(words);
    expect(reading.ok ? [] : reading.problems.map(({ en }) => en)).toEqual([expect.stringMatching(expected)]);
  });

  test('of the minute in which the lead came, did not happen before it came', () => {
    const happened = (time: string, cameAt: number) => {
      const reading = read({ time });
      return reading.ok ? stageOf(reading.stage, { id: '7', submittedAt: cameAt, createdAt: T0 } as Lead).happenedAt : undefined;
    };
    expect(happened('2026-11-20 09:00', T0 + 59_000)).toBe(T0 + 59_000);
    expect(happened('2026-11-20 09:00', T0 + 60_000)).toBe(T0);
    expect(happened('2026-11-20 09:00:00', T0 + 59_000)).toBe(T0);
  });

  test('of the day on which the lead came, did not happen before it came', () => {
    const reading = read({ time: '2026-11-20' });
    const stage = (cameAt: number) =>
      reading.ok ? stageOf(reading.stage, { id: '7', submittedAt: null, createdAt: cameAt } as Lead) : undefined;
    expect(stage(T0)).toEqual({ name: 'sale', key: 'sale', value: null, currency: null, leadId: '7', happenedAt: T0 });
    expect(stage(T0 + 86_400_000)?.happenedAt).toBe(Date.UTC(2026, 10, 20, 3));
    expect(stage(T0 - 86_400_000)?.happenedAt).toBe(Date.UTC(2026, 10, 20, 3));
  });
});
