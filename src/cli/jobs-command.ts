import type { AppError } from '../base/app-error.ts';
import type { JsonObject } from '../base/exact-json.ts';
import type { JobSelection, Operator, QueueControl, Store } from '../domain/ports.ts';
import { appError, inEveryLanguage, say } from '../messages/messages.ts';
import { BaseCommand } from './base-command.ts';
import { mayChange } from './confirm.ts';
import { databaseFlag } from './flags.ts';
import { jobIdsArg, jobSelection, jobSelectionFlags, type SelectionFlags } from './job-selection.ts';
import { counted, paragraph } from './render.ts';

type Change = (store: Store, selection: JobSelection, operator: Operator) => Promise<readonly string[]>;

/** What is done to the selected jobs; the catalogue has its words. */
type JobChangeKind = 'retry' | 'forget';

interface JobsFlags extends SelectionFlags {
  readonly 'env-file': string | undefined;
  readonly database: string | undefined;
  readonly yes: boolean;
  readonly 'dry-run': boolean;
}

/** What the commands that change failed and parked jobs share: named jobs are changed at once, a selection is counted and confirmed first. */
export abstract class JobsCommand extends BaseCommand {
  protected static readonly jobArgs = { job: jobIdsArg({ multiple: true }) };
  protected static readonly jobFlags = { database: databaseFlag, ...jobSelectionFlags };

  /** @throws AppError `not_found` that names the jobs it could not be done to, after the others are done */
  protected async changeSelected(named: readonly string[], flags: JobsFlags, kind: JobChangeKind, change: Change): Promise<JsonObject> {
    const selection = jobSelection(named, flags);
    const { ids, parked } = selection;
    const simulacao = flags['dry-run'];
    return await this.withStore(flags, async ({ store, clock }) => {
      const count = ids === undefined || simulacao ? await store.countSelected(selection) : ids.length;
      const nothing = say((m) => m.cli.queue.selectedNothingWasChanged({ count }));
      const preview = count === 0 ? await nothingSelected(store, selection, kind) : nothing;
      const ask = inEveryLanguage(({ cli: { queue } }) => queue.changes[kind].question(queue.jobs({ count, isParked: parked === true })));
      const question = ids === undefined ? ask : undefined;
      if (!(await mayChange({ count, preview, question }, flags, (text) => this.log(text)))) {
        return { jobs: [], total: simulacao ? count : 0, simulacao };
      }
      const changed = await change(store, selection, this.operator(clock()));
      const missing = (ids ?? []).filter((id) => !changed.includes(id));
      if (missing.length > 0) throw notChanged(missing, changed, kind);
      this.log(paragraph(say((m) => m.cli.queue.changes[kind].done(counted(changed.length, 'job')))));
      return { jobs: changed, total: changed.length, simulacao: false };
    });
  }
}

type Counting = Pick<QueueControl, 'countSelected'>;

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
