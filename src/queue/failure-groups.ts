import type { FailedJob, FailureGroup } from '../domain/job.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import type { Reports } from '../domain/report-ports.ts';

/** So many of the newest jobs are looked at for their codes and what these name; what is counted is all of them. */
export const NEWEST_LOOKED_AT = 500;
/** Each costs a count of its own. */
const MOST_GROUPS = 50;

type Ports = Pick<Reports, 'listFailedJobs'> & Pick<QueueControl, 'countSelected'>;
/** Which jobs are grouped; `parked` left out: failed ones and parked ones. */
type FailureFilter = Omit<JobSelection, 'ids'>;

/**
 * What failed and what is parked, by error code and what it names, the largest group first. Both come from the newest jobs, the numbers are
 * those of all jobs; the others stand together as a group without a code. Only where there are more jobs than were looked at are they counted.
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
