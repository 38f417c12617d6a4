import { DAY_MS } from '../../../base/time-units.ts';
import { conversionPlatforms } from '../../../domain/connected-account.ts';
import { FOR_A_PERSON } from '../../../domain/conversion.ts';
import type { ClientAccounts } from '../../../domain/delivery-ports.ts';
import { type FirstStep, firstSteps } from '../../../domain/first-steps.ts';
import { REFUSED_LATELY_MS, TYPE_CONFLICT_MS } from '../../../domain/health-limits.ts';
import { CONVERSION_QUEUE } from '../../../domain/job.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { QueueHistory } from '../../../domain/queue-status.ts';
import { sumOfRefused } from '../../../domain/refused-request.ts';
import type { Page, Reports } from '../../../domain/report-ports.ts';
import type { SourceActivity } from '../../../domain/source-activity.ts';
import type { RefusedDelivery } from '../../intake-refusals.ts';
import type { SourceSettings } from '../source-settings.ts';
import { type PlatformDeps, viewPlatforms } from '../views/platform-view.ts';
import { type Finding, findWhatIsWrong, type HealthFigures, hasEvents, type SourceFigures } from './health-findings.ts';
import type { QueueView } from './look-at-queue.ts';
import type { PlatformFigures } from './platform-findings.ts';

/** Rejected conversions, and those that wait for a person, are counted up to here. */
const MOST_COUNTED = 100;

export interface HealthDeps extends PlatformDeps {
  readonly accounts: PlatformDeps['accounts'] & Pick<ClientAccounts, 'countWaitingForAccount'>;
  readonly reports: Reports;
  readonly queue: string;
  readonly refusedDelivery: () => RefusedDelivery | undefined;
  readonly sources: readonly SourceSettings[];
  readonly directory: Pick<Directory, 'listCampaigns' | 'listClients'>;
}

/** What the first page shows. */
export interface Health {
  readonly figures: HealthFigures;
  readonly findings: readonly Finding[];
  readonly history: QueueHistory;
  /** Null: there are leads. */
  readonly firstSteps: readonly FirstStep[] | null;
  /** Events received in the last 24 hours, by source. */
  readonly received24h: readonly Pick<SourceActivity, 'origin' | 'received24h' | 'isMoreThanCounted'>[];
  /** Requests refused lately and kept, replayed or not. */
  readonly refused24h: number;
}

/** Reads all that tells whether anything is wrong, beside what the queue's page shows. Takes a few ms at any size of the database. */
export async function lookAtHealth(deps: HealthDeps, view: QueueView): Promise<Health> {
  const { reports, queue, sources } = deps;
  const { at } = view.snapshot;
  const activity = await reports.sourceActivity(at);
  const figures: HealthFigures = {
    at,
    queue: view.snapshot,
    store: view.store,
    refusedDelivery: deps.refusedDelivery() ?? null,
    newestFailure: view.snapshot.failed > 0 ? await newestFailure(reports, queue) : null,
    refused: await reports.refusedCounts('open'),
    refusedCredentials: await reports.refusedCounts('credential'),
    typeConflicts: await reports.typeConflicts(at - TYPE_CONFLICT_MS),
    sources: activity.map((source) => sourceFigures(source, sources)),
    lastBackupAt: view.lastBackupAt,
    allowsUnsigned: sources.some(({ allowsUnsigned }) => allowsUnsigned),
    platforms: await platformFigures(deps, at),
  };
  return {
    figures,
    findings: findWhatIsWrong(figures),
    history: view.history,
    firstSteps: await stepsWithoutLead(deps, figures),
    received24h: inOrder(activity),
    refused24h: sumOfRefused(await reports.refusedCounts({ since: at - REFUSED_LATELY_MS })),
  };
}

async function stepsWithoutLead({ reports, directory }: HealthDeps, figures: HealthFigures): Promise<Health['firstSteps']> {
  if ((await reports.listLeads({ limit: 1 })).items.length > 0) return null;
  return firstSteps({
    hasSource: figures.sources.some(({ isConfigured }) => isConfigured),
    hasCampaign: (await directory.listCampaigns({ limit: 1 })).items.length > 0,
    hasEvent: hasEvents(figures.sources),
    hasBackup: figures.lastBackupAt !== null,
  });
}

async function platformFigures(deps: HealthDeps, at: number): Promise<PlatformFigures> {
  const { reports } = deps;
  const view = await viewPlatforms(deps);
  const waiting = await Promise.all(
    conversionPlatforms(view.accounts).map(async (platform) => [platform, await reports.conversionsWaitSince(platform)] as const),
  );
  return {
    ...view,
    conversions: await reports.queueSnapshot(CONVERSION_QUEUE, at),
    rejected: counted(await reports.listFailedJobs({ ...CONVERSIONS, since: at - DAY_MS })),
    onHold: await heldConversions(reports),
    waitingForAccount: await deps.accounts.countWaitingForAccount(),
    waitingSince: new Map(waiting.flatMap(([platform, since]) => (since === null ? [] : [[platform, since] as const]))),
  };
}

const CONVERSIONS = { queue: CONVERSION_QUEUE, limit: MOST_COUNTED } as const;

async function heldConversions(reports: Reports): Promise<PlatformFigures['onHold']> {
  const each = await Promise.all(
    FOR_A_PERSON.map(async (errorCode) => ({
      errorCode,
      ...counted(await reports.listFailedJobs({ ...CONVERSIONS, parked: true, errorCode })),
    })),
  );
  const held = each.filter(({ count }) => count > 0);
  return {
    count: held.reduce((sum, { count }) => sum + count, 0),
    isMoreThanCounted: held.some(({ isMoreThanCounted }) => isMoreThanCounted),
    errorCodes: held.map(({ errorCode }) => errorCode),
  };
}

function counted({ items, nextCursor }: Page<unknown>): PlatformFigures['rejected'] {
  return { count: items.length, isMoreThanCounted: nextCursor !== null };
}

async function newestFailure(reports: Reports, queue: string): Promise<HealthFigures['newestFailure']> {
  const [job] = (await reports.listFailedJobs({ queue, limit: 1 })).items;
  return job === undefined ? null : { errorCode: job.errorCode, failedAt: job.finishedAt };
}

function sourceFigures({ origin, lastReceivedAt, silence }: SourceActivity, sources: readonly SourceSettings[]): SourceFigures {
  const isConfigured = sources.some((source) => source.origin === origin && (source.secret.isSet || source.allowsUnsigned));
  return { origin, isConfigured, lastReceivedAt, silence };
}

function inOrder(activity: readonly SourceActivity[]): readonly SourceActivity[] {
  return activity.toSorted((a, b) => ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin));
}
