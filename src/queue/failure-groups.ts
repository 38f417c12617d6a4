import type { FailedJob, FailureGroup } from '../domain/job.ts';
import type { QueueControl, Reports } from '../domain/ports.ts';

/** So many of the newest jobs are looked at for their codes; what is counted is all of them. */
const NEWEST_LOOKED_AT = 500;

type Ports = Pick<Reports, 'listFailedJobs'> & Pick<QueueControl, 'countSelected'>;

/**
 * What failed and what is parked, by error code, the largest group first. The codes come from the newest jobs, the numbers are those
 * of all jobs, so that it costs the same however many there are; older codes stand together as a group without a code.
 */
export async function findFailureGroups(ports: Ports, queue: string): Promise<readonly FailureGroup[]> {
  const failed = await groupsOf(ports, { queue, parked: false });
  const parked = await groupsOf(ports, { queue, parked: true });
  return [...failed, ...parked];
}

async function groupsOf(ports: Ports, state: { readonly queue: string; readonly parked: boolean }): Promise<readonly FailureGroup[]> {
  const { items } = await ports.listFailedJobs({ ...state, limit: NEWEST_LOOKED_AT });
  const newest = new Map<string, FailedJob>();
  for (const job of items) {
    const code = codeOf(job);
    if (code !== null && !newest.has(code)) newest.set(code, job);
  }
  const groups: FailureGroup[] = [];
  for (const [errorCode, job] of newest) {
    const count = await ports.countSelected({ ...state, errorCode });
    groups.push({ errorCode, parked: state.parked, count, newest: job });
  }
  const rest = (await ports.countSelected(state)) - groups.reduce((sum, group) => sum + group.count, 0);
  const sorted = groups.toSorted((a, b) => b.count - a.count || (a.errorCode ?? '').localeCompare(b.errorCode ?? ''));
  return rest > 0 ? [...sorted, { errorCode: null, parked: state.parked, count: rest, newest: null }] : sorted;
}

function codeOf(job: FailedJob): string | null {
  return job.errorCode ?? job.waitReason;
}
