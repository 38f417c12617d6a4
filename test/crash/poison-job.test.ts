import { expect, test } from 'vitest';
import { finished } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';
import { acceptConversions } from './conversions.ts';
import { countRows, findViolations } from './oracle.ts';
import { addTroubledCampaigns, KILLING_CAMPAIGN, startWorkerInTrouble } from './troubled-campaigns.ts';

const MAX_ATTEMPTS = 3;

test('a job that kills its worker ends as falhou after its attempts, and all others become leads', async () => {
  using workplace = new Workplace({ env: { QUEUE_MAX_ATTEMPTS: String(MAX_ATTEMPTS) } });
  await addTroubledCampaigns(workplace);
  const before = await acceptConversions(workplace, names('before'));
  const poison = await acceptConversions(workplace, ['poison'], KILLING_CAMPAIGN);
  const after = await acceptConversions(workplace, names('after'));

  expect(await deathsUntilDone(workplace)).toBe(MAX_ATTEMPTS);

  const acknowledged = new Map([...before, ...poison, ...after]);
  const poisonId = poison.get('poison')?.eventId;
  expect(findViolations(workplace.databasePath, acknowledged, { drained: true })).toEqual([
    `1 events that were not processed: ${poisonId}`,
  ]);
  expect(countRows(workplace.databasePath)).toEqual({ stored: 21, leads: 20, conversions: 20 });
  const trail = await workplace.use((store) => store.eventTrail(poisonId ?? ''));
  expect(trail?.event).toMatchObject({ status: 'erro', errorCode: 'worker_died' });
  expect(trail?.jobs).toMatchObject([{ state: 'falhou', attempts: MAX_ATTEMPTS, errorCode: 'worker_died' }]);
});

function names(prefix: string): string[] {
  return Array.from({ length: 10 }, (_, index) => `${prefix}-${index}`);
}

/** Restarts the worker, as a service manager does, until it exits normally. */
async function deathsUntilDone(workplace: Workplace): Promise<number> {
  for (let deaths = 0; deaths <= MAX_ATTEMPTS + 1; deaths += 1) {
    const { exitCode, stderr } = await finished(startWorkerInTrouble(workplace));
    if (exitCode === 0) return deaths;
    if (exitCode !== null) throw new Error(`the worker ended with ${exitCode}: ${stderr}`);
  }
  throw new Error('the job went on killing workers');
}
