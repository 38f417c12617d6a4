import type { AppError } from '../base/app-error.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import { appError, inEveryLanguage, say } from '../messages/messages.ts';
import { confirm } from './confirm.ts';
import { EXIT } from './exit-codes.ts';
import { counted } from './render.ts';

/** What is done to the selected jobs; the catalogue has its words. */
export type JobChangeKind = 'retry' | 'forget';

export interface JobChangeResult {
  readonly text: string;
  readonly json: { readonly jobs: readonly string[]; readonly total: number; readonly simulacao: boolean };
  readonly exitCode: number;
}

type Counting = Pick<QueueControl, 'countSelected'>;

/**
 * Named jobs are changed at once; a selection is counted and confirmed first.
 *
 * @param change does it, and returns the ids it was done to
 * @throws AppError `not_found` that names the jobs it could not be done to, after the others are done
 */
export async function changeJobs(
  store: Counting,
  selection: JobSelection,
  kind: JobChangeKind,
  change: () => Promise<readonly string[]>,
  options: { readonly yes: boolean; readonly dryRun: boolean },
): Promise<JobChangeResult> {
  const { ids } = selection;
  const count = ids === undefined || options.dryRun ? await store.countSelected(selection) : ids.length;
  if (count === 0) return unchanged(await nothingSelected(store, selection, kind), 0, options.dryRun);
  if (options.dryRun)
    return unchanged(
      say((m) => m.cli.queue.selectedNothingWasChanged({ count })),
      count,
      true,
    );
  if (
    ids === undefined &&
    !(await confirm(
      inEveryLanguage((m) => m.cli.queue.changes[kind].question(m.cli.queue.jobs({ count, isParked: selection.parked === true }))),
      options,
    ))
  ) {
    return {
      ...unchanged(
        say((m) => m.cli.queue.nothingWasChanged),
        0,
        false,
      ),
      exitCode: EXIT.failed,
    };
  }
  const jobs = await change();
  const missing = (ids ?? []).filter((id) => !jobs.includes(id));
  if (missing.length > 0) throw notChanged(missing, jobs, kind);
  return {
    text: say((m) => m.cli.queue.changes[kind].done(counted(jobs.length, 'job'))),
    json: { jobs, total: jobs.length, simulacao: false },
    exitCode: EXIT.done,
  };
}

function unchanged(text: string, total: number, dryRun: boolean): JobChangeResult {
  return { text, json: { jobs: [], total, simulacao: dryRun }, exitCode: EXIT.done };
}

async function nothingSelected(store: Counting, selection: JobSelection, kind: JobChangeKind): Promise<string> {
  if (selection.ids !== undefined) return say((m) => m.cli.queue.noneTheseJobsExists({ eligible: m.cli.queue.changes[kind].eligible }));
  const isParked = selection.parked === true;
  const nothing = say((m) => m.cli.queue.noJobSelectedNothing({ isParked }));
  const parked = isParked ? 0 : await store.countSelected({ ...selection, parked: true });
  return parked === 0 ? nothing : `${nothing} ${say((m) => m.cli.queue.parkedParkedSelects({ parked }))}`;
}

function notChanged(missing: readonly string[], jobs: readonly string[], kind: JobChangeKind): AppError {
  const names = missing.join(', ');
  const isOne = missing.length === 1;
  return appError(
    'not_found',
    ({ cli: { queue } }) => {
      const { eligible, done } = queue.changes[kind];
      const subject = queue.jobsNotEligible({ isOne, names, eligible });
      return jobs.length === 0 ? subject : `${subject} ${done(queue.otherJobs({ jobCount: jobs.length }))}`;
    },
    { hint: (m) => m.cli.queue.failedListsJobs },
  );
}
