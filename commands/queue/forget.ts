import { BaseCommand } from '../../src/cli/base-command.ts';
import { changeJobs, type JobChangeResult } from '../../src/cli/change-jobs.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { jobIdsArg, jobSelectionFlags, jobSelector } from '../../src/cli/job-selection.ts';

export default class QueueForget extends BaseCommand {
  static override summary = 'Delete failed jobs for good.';
  static override description = `The events stay, with status \`erro\`, and \`events replay\` can still enqueue them again.
Named jobs are deleted at once; --all shows the number and asks first.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    { description: 'See how many it would be:', command: '<%= config.bin %> <%= command.id %> --all --source search_ads --dry-run' },
  ];
  static override args = { job: jobIdsArg({ multiple: true }) };
  static override flags = { database: databaseFlag, ...jobSelectionFlags };

  async run(): Promise<JobChangeResult['json']> {
    const { args, flags } = await this.parse(QueueForget);
    const select = jobSelector(args.job ?? [], flags);
    const result = await this.withStore(flags, async ({ store, clock }) => {
      const selection = select(clock());
      return await changeJobs({
        store,
        selection,
        yes: flags.yes,
        dryRun: flags['dry-run'],
        question: (jobs) => `Delete ${jobs} for good?`,
        done: (jobs) => `${jobs} deleted.`,
        eligible: 'failed',
        change: () => store.forget(selection, this.operator(clock())),
      });
    });
    this.log(result.text);
    process.exitCode = result.exitCode;
    return result.json;
  }
}
