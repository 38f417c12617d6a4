import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../base/app-error.ts';
import { readNamedWord } from '../domain/fault-target.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { Origin } from '../domain/origin.ts';
import type { JobSelection } from '../domain/ports.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { dryRunFlag, momentFlag, originFlag, readQueue, yesFlag } from './flags.ts';

/** Which failed or parked jobs: the filters of `queue failed`, `queue retry --all` and `queue forget --all`. */
export const failedJobFilterFlags = {
  parked: Flags.boolean({ default: false }),
  error: Flags.string({ helpValue: 'CODE' }),
  named: Flags.string({ helpValue: 'WHAT' }),
  source: originFlag(),
  since: momentFlag(),
};

/** Job ids on the command line, or `--all` with filters. */
export const jobSelectionFlags = {
  all: Flags.boolean({ default: false }),
  queue: Flags.string({ helpValue: 'QUEUE' }),
  ...failedJobFilterFlags,
  yes: yesFlag,
  'dry-run': dryRunFlag,
};

export const jobIdsArg = Args.custom<string>({
  ignoreStdin: true,
  parse: async (input) => {
    if (/^\d{1,18}$/.test(input)) return input;
    throw appError('usage', (m) => m.cli.queue.aJobIdNumber({ input }), { hint: (m) => m.cli.queue.failedListsIds });
  },
});

export interface SelectionFlags {
  readonly all?: boolean;
  readonly parked?: boolean;
  readonly queue?: string | undefined;
  readonly error?: string | undefined;
  readonly named?: string | undefined;
  readonly source?: Origin | undefined;
  readonly since?: number | undefined;
}

/**
 * What the operator selected.
 *
 * @throws AppError `usage` when it is neither ids nor `--all`, or both, or a queue that does not exist
 */
export function jobSelection(ids: readonly string[], flags: SelectionFlags): JobSelection {
  const filtered =
    flags.parked === true || [flags.queue, flags.error, flags.named, flags.source, flags.since].some((value) => value !== undefined);
  if (ids.length > 0 && (flags.all === true || filtered)) {
    throw appError('usage', (m) => m.cli.queue.jobIdsAllFilters, { hint: (m) => m.cli.queue.nameJobsSelectThem });
  }
  if (ids.length > 0) return { ids: [...new Set(ids)] };
  const queue = readQueue(flags.queue ?? DEFAULT_QUEUE);
  if (flags.all === true) return { queue, ...failedJobFilter(flags) };
  const message = inEveryLanguage((m) => (filtered ? m.cli.queue.filtersNeedAll : m.cli.queue.noJobWasNamed));
  throw new AppError('usage', message, { hint: inEveryLanguage((m) => m.cli.queue.nameJobsTheirIds) });
}

/** The filter flags as the store takes them. */
export function failedJobFilter(flags: SelectionFlags): Pick<JobSelection, 'parked' | 'origin' | 'errorCode' | 'named' | 'since'> {
  return {
    ...(flags.parked === true ? { parked: true } : {}),
    ...(flags.source === undefined ? {} : { origin: flags.source }),
    ...(flags.error === undefined ? {} : { errorCode: flags.error }),
    ...(flags.named === undefined ? {} : { named: readNamedWord(flags.named) }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
  };
}
