import type { JsonObject } from '../base/exact-json.ts';
import type { Origin } from '../domain/origin.ts';
import type { JobSelection, Operator, Store } from '../domain/ports.ts';
import { BaseCommand } from './base-command.ts';
import { changeJobs, type JobChangeKind } from './change-jobs.ts';
import { databaseFlag } from './flags.ts';
import { jobIdsArg, jobSelection, jobSelectionFlags } from './job-selection.ts';
import { paragraph } from './render.ts';

type Change = (store: Store, selection: JobSelection, operator: Operator) => Promise<readonly string[]>;

interface JobsFlags {
  readonly 'env-file': string | undefined;
  readonly database: string | undefined;
  readonly all: boolean;
  readonly parked: boolean;
  readonly queue: string | undefined;
  readonly error: string | undefined;
  readonly source: Origin | undefined;
  readonly since: number | undefined;
  readonly yes: boolean;
  readonly 'dry-run': boolean;
}

/** What the commands that change failed and parked jobs share: they select jobs, ask, change them and tell how many. */
export abstract class JobsCommand extends BaseCommand {
  protected static readonly jobArgs = { job: jobIdsArg({ multiple: true }) };
  protected static readonly jobFlags = { database: databaseFlag, ...jobSelectionFlags };

  protected async changeSelected(ids: readonly string[], flags: JobsFlags, kind: JobChangeKind, change: Change): Promise<JsonObject> {
    const selection = jobSelection(ids, flags);
    const result = await this.withStore(flags, async ({ store, clock }) => {
      const changed = (): Promise<readonly string[]> => change(store, selection, this.operator(clock()));
      return await changeJobs(store, selection, kind, changed, { yes: flags.yes, dryRun: flags['dry-run'] });
    });
    this.log(paragraph(result.text));
    process.exitCode = result.exitCode;
    return result.json;
  }
}
