import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../base/app-error.ts';
import { DEFAULT_QUEUE, JOB_ID } from '../domain/job.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import { appError, inEveryLanguage, type Sentence, say } from '../messages/messages.ts';
import { storeCommand } from './command.ts';
import { mayChange } from './confirm.ts';
import { filterFlags, readFilter } from './filters.ts';
import { dryRunFlag, readQueue, switchFlag, yesFlag } from './flags.ts';
import { counted } from './render.ts';

/** Selects failed or parked jobs: the filters of `queue failed`, `queue retry --all` and `queue forget --all`. */
export const jobFilterFlags = filterFlags('parked', 'error', 'named', 'source', 'since');

const jobIdsArg = Args.custom<string>({
  ignoreStdin: true,
  parse: async (input) => {
    if (JOB_ID.test(input)) return input;
    throw appError('usage', (m) => m.cli.queue.notAJobId({ input }), { hint: (m) => m.cli.queue.failedListsIds });
  },
});

/** The action on the selected jobs; its texts are in the catalogue. */
type JobChange = 'retry' | 'forget';

/** The commands that change failed and parked jobs: named jobs are changed immediately, a selection is counted and confirmed first. */
export function jobsCommand(kind: JobChange, examples: readonly string[]) {
  return storeCommand({
    examples,
    args: { job: jobIdsArg({ multiple: true }) },
    flags: {
      all: switchFlag,
      queue: Flags.string({ helpValue: 'QUEUE' }),
      ...jobFilterFlags,
      yes: yesFlag,
      'dry-run': dryRunFlag,
    },
    async run({ args, flags, store, operator }) {
      const selection = jobSelection(args.job ?? [], flags, await readFilter(store, flags));
      const { ids, parked } = selection;
      const simulacao = flags['dry-run'];
      const count = ids === undefined || simulacao ? await store.countSelected(selection) : ids.length;
      const nothing = say((m) => m.cli.queue.dryRun({ count }));
      const preview = count === 0 ? await nothingSelected(store, selection, kind) : nothing;
      const ask: Sentence = ({ cli: { queue } }) => queue.changes[kind].question(queue.jobs({ count, isParked: parked === true }));
      const question = ids === undefined ? ask : undefined;
      if (!(await mayChange(this, { count, preview, question }, flags))) return { jobs: [], total: simulacao ? count : 0, simulacao };
      const changed = await store[kind](selection, operator());
      const missing = (ids ?? []).filter((id) => !changed.includes(id));
      if (missing.length > 0) throw notChanged(missing, changed, kind);
      this.say((m) => m.cli.queue.changes[kind].done(counted(changed.length, 'job')));
      return { jobs: changed, total: changed.length, simulacao: false };
    },
  });
}

/**
 * The jobs that the operator selected.
 *
 * @throws AppError `usage` if neither or both of ids and `--all` are given, or for an unknown queue
 */
function jobSelection(
  ids: readonly string[],
  { all, queue }: { readonly all: boolean; readonly queue: string | undefined },
  filter: Omit<JobSelection, 'ids' | 'queue'>,
): JobSelection {
  const isFiltered = queue !== undefined || Object.keys(filter).length > 0;
  if (ids.length > 0 && (all || isFiltered)) {
    throw appError('usage', (m) => m.cli.queue.idsAndFilters, { hint: (m) => m.cli.queue.nameThem });
  }
  if (ids.length > 0) return { ids: [...new Set(ids)] };
  const known = readQueue(queue ?? DEFAULT_QUEUE);
  if (all) return { queue: known, ...filter };
  const message = inEveryLanguage((m) => (isFiltered ? m.cli.listing.filtersNeedAll : m.cli.queue.noneNamed));
  throw new AppError('usage', message, { hint: inEveryLanguage((m) => m.cli.queue.noneNamedHint) });
}

async function nothingSelected(store: Pick<QueueControl, 'countSelected'>, selection: JobSelection, kind: JobChange): Promise<string> {
  if (selection.ids !== undefined) return say((m) => m.cli.queue.noneEligible({ eligible: m.cli.queue.changes[kind].eligible }));
  const isParked = selection.parked === true;
  const nothing = say((m) => m.cli.queue.noneSelected({ isParked }));
  const parked = isParked ? 0 : await store.countSelected({ ...selection, parked: true });
  return parked === 0 ? nothing : `${nothing} ${say((m) => m.cli.queue.parkedParkedSelects({ parked }))}`;
}

function notChanged(missing: readonly string[], jobs: readonly string[], kind: JobChange): AppError {
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
