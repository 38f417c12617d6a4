import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import { REFUSAL_CODES } from './account-book.ts';

/** How often a running worker looks for such jobs, in ms. */
export const LOOK_FOR_FREED_MS = 3_600_000;

interface ResumeFreedDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'resumeParked'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Resumes the queue's jobs that are parked for a refusal although their account is not refused. An account that works again resumes its jobs
 * (`AccountBook.works`), but a job that another batch parks a moment later would wait forever, and so would all of them if the process dies or
 * the database is busy in between.
 */
export async function resumeFreed({ store, clock, log }: ResumeFreedDeps, queue: string): Promise<void> {
  const refused = (await store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null);
  const jobs = await store.resumeParked(queue, REFUSAL_CODES, clock(), { noneOf: refused });
  if (jobs > 0) log.info({ queue, jobs }, 'parked jobs run again: the platform takes their account');
}
