import type { FailedJob, FailureGroup } from '../domain/job.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import type { Reports } from '../domain/report-ports.ts';

/** Only this many of the newest jobs are read for their codes and targets; counts cover all jobs. */
export const NEWEST_LOOKED_AT = 500;
/** Each group needs its own count query. */
const MOST_GROUPS = 50;

type Ports = Pick<Reports, 'listFailedJobs'> & Pick<QueueControl, 'countSelected'>;
/** Which jobs are grouped; without `parked`: failed and parked jobs. */
type FailureFilter = Omit<JobSelection, 'ids'>;

/**
 * Failed and parked jobs, grouped by error code and what the error names, largest group first. The groups come from the newest jobs, their
 * counts cover all jobs; the remaining jobs form one group without a code. Count queries run only if there are more jobs than were read.
 */
export async function findFailureGroups(ports: Ports, filter: FailureFilter): Promise<readonly FailureGroup[]> {
  const { parked } = filter;
  const failed = parked === true ? [] : await groupsOf(ports, { ...filter, parked: false });
  return parked === false ? failed : [...failed, ...(await groupsOf(ports, { ...filter, parked: true }))];
}

async function groupsOf(ports: Ports, state: FailureFilter & { readonly parked: boolean }): Promise<readonly FailureGroup[]> {
  const { items, nextCursor } = await ports.listFailedJobs({ ...state, limit: NEWEST_LOOKED_AT });
  const alike = [...Map.groupBy(items, (job) => JSON.stringify([codeOf(job), job.named])).values()];
  const largest = alike.toSorted((a, b) => b.length - a.length).slice(0, MOST_GROUPS);
  const groups: FailureGroup[] = [];
  for (const [newest, ...others] of largest) {
    const errorCode = newest === undefined ? null : codeOf(newest);
    if (newest === undefined || errorCode === null) continue;
    const { named } = newest;
    const count = nextCursor === null ? 1 + others.length : await ports.countSelected({ ...state, errorCode, named });
    groups.push({ errorCode, named, parked: state.parked, count, newest });
  }
  const all = nextCursor === null ? items.length : await ports.countSelected(state);
  const rest = all - groups.reduce((sum, group) => sum + group.count, 0);
  const sorted = groups.toSorted((a, b) => b.count - a.count || keyOf(a).localeCompare(keyOf(b)));
  return rest > 0 ? [...sorted, { errorCode: null, named: '', parked: state.parked, count: rest, newest: null }] : sorted;
}

function keyOf({ errorCode, named }: FailureGroup): string {
  return `${errorCode} ${named}`;
}

function codeOf(job: FailedJob): string | null {
  return job.errorCode ?? job.waitReason;
}
