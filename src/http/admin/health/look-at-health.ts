import { type Finding, worstFirst } from '../../../domain/finding.ts';
import { type FirstStep, firstSteps } from '../../../domain/first-steps.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { QueueHistory } from '../../../domain/queue-status.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { findAll } from '../../../findings/findings.ts';
import type { Snapshot } from '../../../findings/snapshot.ts';

export interface HealthDeps {
  readonly reports: Pick<Reports, 'listLeads' | 'queueHistory'>;
  readonly queue: string;
  readonly lookAtInstallation: () => Promise<Snapshot>;
  readonly directory: Pick<Directory, 'listCampaigns'>;
}

/** What the first page shows. */
export interface Health {
  readonly snapshot: Snapshot;
  /** What is not as it should be, and what is good to know; the worst first. */
  readonly findings: readonly Finding[];
  readonly history: QueueHistory;
  /** Null: there are leads. */
  readonly firstSteps: readonly FirstStep[] | null;
}

export async function lookAtHealth(deps: HealthDeps): Promise<Health> {
  const snapshot = await deps.lookAtInstallation();
  return {
    snapshot,
    findings: worstFirst(findAll(snapshot)),
    history: await deps.reports.queueHistory(deps.queue, snapshot.at),
    firstSteps: await stepsWithoutLead(deps, snapshot),
  };
}

async function stepsWithoutLead({ reports, directory }: HealthDeps, { sources, lastBackupAt }: Snapshot): Promise<Health['firstSteps']> {
  if ((await reports.listLeads({ limit: 1 })).items.length > 0) return null;
  return firstSteps({
    fonte: sources.some(({ isOpen }) => isOpen),
    campanha: (await directory.listCampaigns({ limit: 1 })).items.length > 0,
    evento: sources.some(({ lastReceivedAt }) => lastReceivedAt !== null),
    backup: lastBackupAt !== null,
  });
}
