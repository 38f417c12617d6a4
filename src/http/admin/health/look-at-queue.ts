import type { Clock } from '../../../base/clock.ts';
import type { Reports } from '../../../domain/ports.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from '../../../domain/queue-status.ts';

/** What the queue's page shows. */
export interface QueueView {
  readonly snapshot: QueueSnapshot;
  readonly history: QueueHistory;
  readonly store: StoreFacts;
  /** UTC ms; null: never. */
  readonly lastBackupAt: number | null;
}

/** The look that live pages share. */
export type LookAtQueue = () => Promise<QueueView>;

interface QueueDeps {
  readonly reports: Reports;
  readonly queue: string;
  readonly clock: Clock;
}

export async function lookAtQueue({ reports, queue, clock }: QueueDeps): Promise<QueueView> {
  const now = clock();
  return {
    snapshot: await reports.queueSnapshot(queue, now),
    history: await reports.queueHistory(queue, now),
    store: await reports.storeFacts(),
    lastBackupAt: (await reports.lastActivity('backup'))?.at ?? null,
  };
}
