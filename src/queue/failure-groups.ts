import type { FailedJob, FailureGroup } from '../domain/job.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import type { Reports } from '../domain/report-ports.ts';

/** So many of the newest jobs are looked at for their codes; what is counted is all of them. */
export const NEWEST_LOOKED_AT = 500;

type Ports = Pick<Reports, 'listFailedJobs'> & Pick<QueueControl, 'countSelected'>;
/** Which jobs are grouped; `parked` left out: failed ones and parked ones. */
type FailureFilter = Omit<JobSelection, 'ids'>;

/**
 * What failed and what is parked, by error code, the largest group first. The codes come from the newest jobs, the numbers are those of
 * all jobs; older codes stand together as a group without a code. Only where there are more jobs than were looked at are they counted.
 */
export async function findFailureGroups(ports: Ports, filter: FailureFilter): Promise<readonly FailureGroup[]> {
  const { parked } = filter;
  const failed = parked === true ? [] : await groupsOf(ports, { ...filter, parked: false });
  return parked === false ? failed : [...failed, ...(await groupsOf(ports, { ...filter, parked: true }))];
}

async function groupsOf(ports: Ports, state: FailureFilter & { readonly parked: boolean }): Promise<readonly FailureGroup[]> {
  const { items, nextCursor } = await ports.listFailedJobs({ ...state, limit: NEWEST_LOOKED_AT });
  const jobsByCode = Map.groupBy(items, codeOf);
  const groups: FailureGroup[] = [];
  for (const [errorCode, [newest, ...others]] of jobsByCode) {
    if (errorCode === null || newest === undefined) continue;
    const count = nextCursor === null ? 1 + others.length : await ports.countSelected({ ...state, errorCode });
    groups.push({ errorCode, parked: state.parked, count, newest });
  }
  const all = nextCursor === null ? items.length : await ports.countSelected(state);
  const rest = all - groups.reduce((sum, group) => sum + group.count, 0);
  const sorted = groups.toSorted((a, b) => b.count - a.count || (a.errorCode ?? '').localeCompare(b.errorCode ?? ''));
  return rest > 0 ? [...sorted, { errorCode: null, parked: state.parked, count: rest, newest: null }] : sorted;
}

function codeOf(job: FailedJob): string | null {
  return job.errorCode ?? job.waitReason;
}
