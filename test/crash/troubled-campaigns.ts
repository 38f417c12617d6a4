import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Workplace } from '../support/workplace.ts';

/** Campaigns whose events cause trouble in `worker-in-trouble.ts`. */
export const KILLING_CAMPAIGN = 'kills-its-worker';
export const WAITING_CAMPAIGN = 'waits-for-stdin';

const SCRIPT = fileURLToPath(new URL('./worker-in-trouble.ts', import.meta.url));

/** Adds campaign 42, which causes none, and those that do. */
export async function addTroubledCampaigns(workplace: Workplace): Promise<void> {
  await workplace.addCampaign();
  const inputs = [KILLING_CAMPAIGN, WAITING_CAMPAIGN].map((id) => ({ id, name: id, client: 'Agência Um', user: null }));
  await workplace.use((store) => store.addCampaigns(inputs, { replace: false }, { name: 'test', now: Date.now() }));
}

export function startWorkerInTrouble(workplace: Workplace): ChildProcess {
  return spawn(process.execPath, [SCRIPT], { cwd: workplace.folder, env: { PATH: process.env['PATH'], ...workplace.env } });
}
