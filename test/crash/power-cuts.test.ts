import { describe, expect, test } from 'vitest';
import { runPowerCuts } from './power-cuts.ts';
import { CAN_LOSE_POWER } from './power-loss/power-loss.ts';
import { chooseSeed } from './seeded-random.ts';

const CUTS = Number(process.env['CRASH_CYCLES'] ?? 5);
const TIMEOUT_MS = 600_000;

describe.skipIf(!CAN_LOSE_POWER)('a power cut', () => {
  test.each(['none', 'some'] as const)(
    'loses no acknowledged event when %s of the unsynced writes got through',
    async (survivors) => {
      const report = await runPowerCuts({ cuts: CUTS, seed: chooseSeed(), survivors });
      console.info('power cuts', report);
      expect(report.violations, `repeat with CRASH_SEED=${report.seed}`).toEqual([]);
      expect(report.cuts).toBe(CUTS);
      expect(report.rows?.leads).toBe(report.rows?.stored);
      expect(report.acknowledged).toBeGreaterThan(0);
      expect(report.unsynced).toBeGreaterThan(0);
      expect(report.survivors > 0).toBe(survivors === 'some');
    },
    TIMEOUT_MS,
  );

  test.each(['off', 'normal'] as const)(
    'loses acknowledged events with synchronous=%s, and this is noticed',
    async (synchronous) => {
      const report = await runPowerCuts({ cuts: 20, seed: chooseSeed(), survivors: 'none', synchronous });
      expect(report.violations.join('\n'), `repeat with CRASH_SEED=${report.seed}`).toMatch(/\d+ acknowledged events that are not stored/);
    },
    TIMEOUT_MS,
  );
});
