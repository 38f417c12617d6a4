import { expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { Workplace } from '../support/workplace.ts';
import { acceptConversions } from './conversions.ts';
import { countRows, findViolations } from './oracle.ts';
import { workOff } from './processes.ts';

const JOBS = 100_000;
const WORKERS = 8;

test('eight worker processes do a hundred thousand jobs once each', async () => {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'warn' } });
  await workplace.addCampaign();
  const acknowledged = await acceptConversions(
    workplace,
    Array.from({ length: JOBS }, (_, index) => `job-${index}`),
  );
  const processed = await Promise.all(Array.from({ length: WORKERS }, () => workOff(workplace)));
  expect(processed.reduce((sum, count) => sum + count, 0)).toBe(JOBS);
  expect(countRows(workplace.databasePath)).toEqual({ stored: JOBS, leads: JOBS, conversions: JOBS });
  expect(attempts(workplace.databasePath)).toEqual([{ tentativas: 1, reserva: 1, jobs: JOBS }]);
  expect(findViolations(workplace.databasePath, acknowledged, { drained: true })).toEqual([]);
}, 600_000);

/** How often the jobs were started and claimed. */
function attempts(databasePath: string): unknown[] {
  const driver = openDriver(databasePath, { readonly: true });
  try {
    return driver.prepare('select tentativas, reserva, count(*) as jobs from fila_jobs group by tentativas, reserva').all();
  } finally {
    driver.close();
  }
}
