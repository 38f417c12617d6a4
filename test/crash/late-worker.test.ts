import { expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { finished } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';
import { acceptConversions } from './conversions.ts';
import { countRows, findViolations } from './oracle.ts';
import { untilItSays, workOff } from './processes.ts';
import { addTroubledCampaigns, startWorkerInTrouble, WAITING_CAMPAIGN } from './troubled-campaigns.ts';

const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 10;

test('a worker that was stopped past its lease and goes on after another one has finished writes nothing', async () => {
  using workplace = new Workplace();
  await addTroubledCampaigns(workplace);
  const acknowledged = await acceptConversions(workplace, ['a', 'b', 'c'], WAITING_CAMPAIGN);
  const late = startWorkerInTrouble(workplace);
  await untilItSays(late, 'holding a job');
  late.kill('SIGSTOP');

  // Instead of waiting for the lease to expire, recover with a later time.
  const freed = await workplace.use((store) => store.recover([], Date.now() + LEASE_MS + 1_000, MAX_ATTEMPTS));
  expect(freed).toBe(3);
  expect(await workOff(workplace)).toBe(3);
  const before = contents(workplace.databasePath);

  late.kill('SIGCONT');
  late.stdin?.end();
  const { exitCode, stdout, stderr } = await finished(late);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ processed: 0, failed: 0, waiting: 0 });
  expect(stderr.match(/"result":"lease_lost","msg":"result not stored"/g)).toHaveLength(3);
  expect(contents(workplace.databasePath)).toEqual(before);
  expect(findViolations(workplace.databasePath, acknowledged, { drained: true })).toEqual([]);
  expect(countRows(workplace.databasePath)).toEqual({ stored: 3, leads: 3, conversions: 3 });
});

/** Everything a job writes. */
function contents(databasePath: string): unknown {
  const driver = openDriver(databasePath, { readonly: true });
  const tables = ['webhook_eventos', 'fila_jobs', 'fila_tentativas', 'leads', 'conversoes'];
  const rows = tables.map((table) => driver.prepare(`select * from ${table}`).all());
  driver.close();
  return rows;
}
