import type { JsonObject } from '../base/exact-json.ts';
import type { FailedJob } from '../domain/job.ts';
import type { FailedJobQuery, Reports } from '../domain/ports.ts';
import { isoTime } from '../presentation/json.ts';
import { type Column, renderTime } from './render.ts';

export const FAILED_JOB_COLUMNS: readonly Column<FailedJob>[] = [
  { header: 'JOB', cell: (job) => job.id, whole: true },
  { header: 'EVENT', cell: (job) => job.eventId, whole: true },
  { header: 'SOURCE', cell: (job) => job.origin },
  { header: 'TYPE', cell: (job) => job.eventType },
  { header: 'FAILED AT', cell: (job) => renderTime(job.finishedAt), whole: true },
  { header: 'TRIES', cell: (job) => job.attempts, align: 'right' },
  { header: 'CODE', cell: (job) => job.errorCode, whole: true },
  { header: 'MESSAGE', cell: (job) => job.errorMessage },
];

/** Failed jobs with one error code. */
interface FailureGroup {
  readonly errorCode: string;
  readonly count: number;
  readonly newestAt: number | null;
}

export const FAILURE_GROUP_COLUMNS: readonly Column<FailureGroup>[] = [
  { header: 'CODE', cell: (group) => group.errorCode, whole: true },
  { header: 'JOBS', cell: (group) => group.count, align: 'right' },
  { header: 'NEWEST', cell: (group) => renderTime(group.newestAt) },
];

const PAGE = 1_000;

/** Counts failed jobs by error code, the most frequent first, reading all pages of the query. */
export async function groupFailures(reports: Pick<Reports, 'listFailedJobs'>, query: FailedJobQuery): Promise<readonly FailureGroup[]> {
  const groups = new Map<string, FailureGroup>();
  let cursor: string | null = query.before ?? null;
  do {
    const page = await reports.listFailedJobs({ ...query, ...(cursor === null ? {} : { before: cursor }), limit: PAGE });
    for (const job of page.items) {
      const errorCode = job.errorCode ?? '-';
      const group = groups.get(errorCode);
      // Pages come newest first, so the first job of a group is its newest.
      groups.set(errorCode, { errorCode, count: (group?.count ?? 0) + 1, newestAt: group?.newestAt ?? job.finishedAt });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...groups.values()].toSorted((a, b) => b.count - a.count || a.errorCode.localeCompare(b.errorCode));
}

export function failureGroupJson(group: FailureGroup): JsonObject {
  return { erro_codigo: group.errorCode, total: group.count, mais_recente_em: isoTime(group.newestAt) };
}
