import { AppError } from '../base/app-error.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import { confirm } from './confirm.ts';
import { EXIT } from './exit-codes.ts';
import { counted } from './render.ts';

/** What is done to the selected jobs, and how it is told. */
interface JobChange {
  readonly store: Pick<QueueControl, 'countSelected'>;
  readonly selection: JobSelection;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** `Run 3 failed jobs again?` is built from `Run … again?`. */
  readonly question: (jobs: string) => string;
  /** `2 jobs wait to run again.` */
  readonly done: (jobs: string) => string;
  /** Which jobs it can be done to: `failed, parked or waiting`. */
  readonly eligible: string;
  /** Does it, and returns the ids it was done to. */
  readonly change: () => Promise<readonly string[]>;
}

export interface JobChangeResult {
  readonly text: string;
  readonly json: { readonly jobs: readonly string[]; readonly total: number; readonly simulacao: boolean };
  readonly exitCode: number;
}

/**
 * Named jobs are changed at once; a selection is counted and confirmed first.
 *
 * @throws AppError `not_found` that names the jobs it could not be done to, after the others are done
 */
export async function changeJobs(request: JobChange): Promise<JobChangeResult> {
  const { ids } = request.selection;
  if (request.dryRun) return unchanged(await request.store.countSelected(request.selection), request);
  if (ids === undefined) {
    const count = await request.store.countSelected(request.selection);
    if (count === 0) return unchanged(0, request);
    if (!(await confirm(request.question(counted(count, 'failed job')), request))) {
      return { text: 'Nothing was changed.', json: { jobs: [], total: 0, simulacao: false }, exitCode: EXIT.failed };
    }
  }
  const jobs = await request.change();
  const missing = (ids ?? []).filter((id) => !jobs.includes(id));
  if (missing.length > 0) throw notChanged(missing, jobs, request);
  return { text: request.done(counted(jobs.length, 'job')), json: { jobs, total: jobs.length, simulacao: false }, exitCode: EXIT.done };
}

function unchanged(count: number, request: JobChange): JobChangeResult {
  const text =
    count === 0
      ? `No ${request.eligible} job is selected; nothing was changed.`
      : `${counted(count, 'job')} selected; nothing was changed.`;
  return { text, json: { jobs: [], total: count, simulacao: request.dryRun }, exitCode: EXIT.done };
}

function notChanged(missing: readonly string[], jobs: readonly string[], request: JobChange): AppError {
  const names = missing.join(', ');
  const subject =
    missing.length === 1
      ? `Job ${names} does not exist or is not ${request.eligible}.`
      : `Jobs ${names} do not exist or are not ${request.eligible}.`;
  const rest = jobs.length === 0 ? '' : ` ${request.done(counted(jobs.length, 'other job'))}`;
  return new AppError('not_found', `${subject}${rest}`, { hint: '`lead-intake queue failed` lists the failed jobs with their ids.' });
}
