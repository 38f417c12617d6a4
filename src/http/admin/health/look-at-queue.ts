import type { Clock } from '../../../base/clock.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import { conversionPlatforms } from '../../../domain/connected-account.ts';
import { CONVERSION_QUEUE } from '../../../domain/job.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from '../../../domain/queue-status.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { type PlatformDeps, viewPlatforms } from '../views/platform-view.ts';

/** What the page of a queue shows. */
export interface QueueView {
  readonly snapshot: QueueSnapshot;
  readonly history: QueueHistory;
  readonly store: StoreFacts;
  /** UTC ms; null: never. */
  readonly lastBackupAt: number | null;
  /**
   * The queue that conversions are sent from, told beside the queue of events; null: it was never used and no platform is connected, or it is
   * the one that is shown.
   */
  readonly conversions: QueueSnapshot | null;
}

/** The look that live pages share. */
export type LookAtQueue = () => Promise<QueueView>;

interface QueueDeps extends PlatformDeps {
  readonly reports: Reports;
  readonly queue: string;
  readonly clock: Clock;
}

/** @param shown the queue to look at; left out: the one of events */
export async function lookAtQueue(deps: QueueDeps, shown = deps.queue): Promise<QueueView> {
  const { reports, clock } = deps;
  const now = clock();
  return {
    snapshot: await reports.queueSnapshot(shown, now),
    history: await reports.queueHistory(shown, now),
    store: await reports.storeFacts(),
    lastBackupAt: (await reports.listActivity({ action: OperatorAction.backup, limit: 1 })).items[0]?.at ?? null,
    conversions: shown === CONVERSION_QUEUE ? null : await lookAtConversions(deps, now),
  };
}

async function lookAtConversions(deps: QueueDeps, now: number): Promise<QueueSnapshot | null> {
  const snapshot = await deps.reports.queueSnapshot(CONVERSION_QUEUE, now);
  const { waiting, parked, running, finished, failed, workers } = snapshot;
  if (waiting + parked + running + finished + failed + workers.length > 0) return snapshot;
  return conversionPlatforms((await viewPlatforms(deps)).accounts).length > 0 ? snapshot : null;
}
