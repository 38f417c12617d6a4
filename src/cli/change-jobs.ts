import { AppError } from '../base/app-error.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import { confirm } from './confirm.ts';
import { EXIT } from './exit-codes.ts';
import { counted } from './render.ts';

/** What is done to the selected jobs, and how it is told. */
export interface JobChange {
  /** `Run 3 failed jobs again?` is built from `Run … again?`. */
  readonly question: (jobs: string) => string;
  /** `2 jobs wait to run again.` */
  readonly done: (jobs: string) => string;
  /** Which jobs, when they are named, it can be done to: `failed, parked or waiting`. */
  readonly eligible: string;
  /** Does it, and returns the ids it was done to. */
  readonly change: () => Promise<readonly string[]>;
}

export interface JobChangeResult {
  readonly text: string;
  readonly json: { readonly jobs: readonly string[]; readonly total: number; readonly simulacao: boolean };
  readonly exitCode: number;
}

type Counting = Pick<QueueControl, 'countSelected'>;

/**
 * Named jobs are changed at once; a selection is counted and confirmed first.
 *
 * @throws AppError `not_found` that names the jobs it could not be done to, after the others are done
 */
export async function changeJobs(
  store: Counting,
  selection: JobSelection,
  change: JobChange,
  options: { readonly yes: boolean; readonly dryRun: boolean },
): Promise<JobChangeResult> {
  const { ids } = selection;
  const count = ids === undefined || options.dryRun ? await store.countSelected(selection) : ids.length;
  if (count === 0) return unchanged(await nothingSelected(store, selection, change), 0, options.dryRun);
  if (options.dryRun) return unchanged(`${counted(count, 'job')} selected; nothing was changed.`, count, true);
  if (ids === undefined && !(await confirm(change.question(counted(count, `${stateOf(selection)} job`)), options))) {
    return { ...unchanged('Nothing was changed.', 0, false), exitCode: EXIT.failed };
  }
  const jobs = await change.change();
  const missing = (ids ?? []).filter((id) => !jobs.includes(id));
  if (missing.length > 0) throw notChanged(missing, jobs, change);
  return { text: change.done(counted(jobs.length, 'job')), json: { jobs, total: jobs.length, simulacao: false }, exitCode: EXIT.done };
}

function unchanged(text: string, total: number, dryRun: boolean): JobChangeResult {
  return { text, json: { jobs: [], total, simulacao: dryRun }, exitCode: EXIT.done };
}

async function nothingSelected(store: Counting, selection: JobSelection, { eligible }: JobChange): Promise<string> {
  if (selection.ids !== undefined) return `None of these jobs exists and is ${eligible}; nothing was changed.`;
  const nothing = `No ${stateOf(selection)} job is selected; nothing was changed.`;
  if (selection.parked === true) return nothing;
  const parked = await store.countSelected({ ...selection, parked: true });
  if (parked === 0) return nothing;
  return `${nothing} ${counted(parked, 'job is', 'jobs are')} parked: --parked selects ${parked === 1 ? 'it' : 'them'}.`;
}

function stateOf(selection: JobSelection): string {
  return selection.parked === true ? 'parked' : 'failed';
}

function notChanged(missing: readonly string[], jobs: readonly string[], change: JobChange): AppError {
  const names = missing.join(', ');
  const subject =
    missing.length === 1
      ? `Job ${names} does not exist or is not ${change.eligible}.`
      : `Jobs ${names} do not exist or are not ${change.eligible}.`;
  const rest = jobs.length === 0 ? '' : ` ${change.done(counted(jobs.length, 'other job'))}`;
  return new AppError('not_found', `${subject}${rest}`, {
    hint: '`lead-intake queue failed` lists the failed jobs with their ids, `queue failed --parked` the parked ones.',
  });
}
