import { describe, expect, test } from 'vitest';
import { finished, startProgram } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';
import { acceptConversions } from './conversions.ts';
import { findViolations } from './oracle.ts';
import { CAN_LOSE_POWER, PowerLoss } from './power-loss/power-loss.ts';
import { chooseSeed, SeededRandom } from './seeded-random.ts';

/** Creating the database takes about 190 writes and syncs; the cuts are at most this far apart. */
const MOST_APART = 60;

describe.skipIf(!CAN_LOSE_POWER)('the first start', () => {
  test('may lose power anywhere while it makes the database: the next one makes it whole', async () => {
    using powerLoss = new PowerLoss();
    const seed = chooseSeed();
    const random = new SeededRandom(seed);
    let cuts = 0;
    for (let at = random.between(1, MOST_APART); await isCut(powerLoss, at, random); at += random.between(1, MOST_APART)) cuts += 1;
    expect(cuts, `CRASH_SEED=${seed}`).toBeGreaterThan(1);
  }, 120_000);
});

/** Starts on an empty folder, cuts the power at the n-th write, then starts again. `false` if the first start ended before the cut. */
async function isCut(powerLoss: PowerLoss, at: number, random: SeededRandom): Promise<boolean> {
  using workplace = new Workplace({ withoutDatabase: true });
  const plan = { folder: workplace.folder, at, where: 'anywhere', survivors: 'some', seed: random.between(1, 1_000_000) } as const;
  const env = { ...workplace.env, ...powerLoss.environment(plan) };
  await finished(startProgram(['queue', 'work', '--stop-when-empty'], { cwd: workplace.folder, env }));
  await workplace.addCampaign();
  const acknowledged = await acceptConversions(workplace, ['a', 'b']);
  expect(findViolations(workplace.databasePath, acknowledged, { drained: false })).toEqual([]);
  return powerLoss.report() !== undefined;
}
