import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../base/app-error.ts';
import { readNamedWord } from '../domain/fault-target.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { Origin } from '../domain/origin.ts';
import type { JobSelection } from '../domain/ports.ts';
import { dryRunFlag, momentFlag, originFlag, readQueue, yesFlag } from './flags.ts';

/** Which failed or parked jobs: the filters of `queue failed`, `queue retry --all` and `queue forget --all`. */
export const failedJobFilterFlags = {
  parked: Flags.boolean({ default: false }),
  error: Flags.string({ helpValue: 'CODE' }),
  named: Flags.string({
    helpValue: 'WHAT',
  }),
  source: originFlag(),
  since: momentFlag(),
};

/** Job ids on the command line, or `--all` with filters. */
export const jobSelectionFlags = {
  all: Flags.boolean({
    default: false,
  }),
  queue: Flags.string({ helpValue: 'QUEUE' }),
  ...failedJobFilterFlags,
  yes: yesFlag,
  'dry-run': dryRunFlag,
};

export const jobIdsArg = Args.custom<string>({
  ignoreStdin: true,
  parse: async (input) => {
    if (/^\d{1,18}$/.test(input)) return input;
    const message = { en: `A job id is a number, not "${input}".`, pt: `O id de um job é um número, não "${input}".` };
    const hint = {
      en: '`lead-intake queue failed` lists the jobs with their ids.',
      pt: '`lead-intake queue failed` lista os jobs com os ids.',
    };
    throw new AppError('usage', message, { hint });
  },
});

interface SelectionFlags {
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
    const message = {
      en: 'Job ids and --all or filters were given together.',
      pt: 'Foram informados ids de jobs junto com --all ou filtros.',
    };
    const hint = { en: 'Name jobs, or select them with --all.', pt: 'Informe os jobs, ou selecione-os com --all.' };
    throw new AppError('usage', message, { hint });
  }
  if (ids.length > 0) return { ids: [...new Set(ids)] };
  const queue = readQueue(flags.queue ?? DEFAULT_QUEUE);
  if (flags.all === true) return { queue, ...failedJobFilter(flags) };
  const message = filtered
    ? { en: 'Filters need --all.', pt: 'Filtros precisam de --all.' }
    : { en: 'No job was named.', pt: 'Nenhum job foi informado.' };
  const hint = {
    en: 'Name jobs by their ids, or select all failed jobs with --all; --parked, --error, --named, --source and --since choose among them.',
    pt: 'Informe os jobs pelos ids, ou selecione todos os que falharam com --all; --parked, --error, --named, --source e --since filtram.',
  };
  throw new AppError('usage', message, { hint });
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
