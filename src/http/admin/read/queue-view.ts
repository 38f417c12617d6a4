import type { Clock } from '../../../base/clock.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import { conversionPlatforms } from '../../../domain/connected-account.ts';
import { CONVERSION_QUEUE } from '../../../domain/job.ts';
import type { QueueSnapshot } from '../../../domain/queue-status.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import type { QueueView } from '../../../presentation/queue-record.ts';
import { type PlatformDeps, viewPlatforms } from './platforms.ts';

interface QueueDeps extends PlatformDeps {
  readonly store: PlatformDeps['store'] & Reports;
  readonly clock: Clock;
}

/** @param shown the queue to read */
export async function readQueueView(deps: QueueDeps, shown: string): Promise<QueueView> {
  const { store, clock } = deps;
  const now = clock();
  return {
    snapshot: await store.queueSnapshot(shown, now),
    history: await store.queueHistory(shown, now),
    store: await store.storeFacts(),
    lastBackupAt: (await store.listActivity({ action: OperatorAction.backup, limit: 1 })).items[0]?.at ?? null,
    conversions: shown === CONVERSION_QUEUE ? null : await readConversionQueue(deps, now),
  };
}

async function readConversionQueue(deps: QueueDeps, now: number): Promise<QueueSnapshot | null> {
  const snapshot = await deps.store.queueSnapshot(CONVERSION_QUEUE, now);
  const { waiting, parked, running, finished, failed, workers } = snapshot;
  if (waiting + parked + running + finished + failed + workers.length > 0) return snapshot;
  return conversionPlatforms((await viewPlatforms(deps)).accounts).length > 0 ? snapshot : null;
}
