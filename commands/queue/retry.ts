import { BaseCommand } from '../../src/cli/base-command.ts';
import { changeJobs, type JobChangeResult } from '../../src/cli/change-jobs.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { jobIdsArg, jobSelectionFlags, jobSelector } from '../../src/cli/job-selection.ts';

export default class QueueRetry extends BaseCommand {
  static override summary = 'Run failed jobs again.';
  static override description = `Failed and parked jobs start again with their first attempt; jobs that wait for a later time run now.
Their events become \`recebido\` until they are processed. Named jobs are run at once; --all shows the number and asks first.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    {
      description: 'After a missing campaign was added:',
      command: '<%= config.bin %> <%= command.id %> --all --error unknown_campaign --since 2h --yes',
    },
  ];
  static override args = { job: jobIdsArg({ multiple: true }) };
  static override flags = { database: databaseFlag, ...jobSelectionFlags };

  async run(): Promise<JobChangeResult['json']> {
    const { args, flags } = await this.parse(QueueRetry);
    const select = jobSelector(args.job ?? [], flags);
    const result = await this.withStore(flags, async ({ store, clock }) => {
      const selection = select(clock());
      return await changeJobs({
        store,
        selection,
        yes: flags.yes,
        dryRun: flags['dry-run'],
        question: (jobs) => `Run ${jobs} again?`,
        done: (jobs) => `${jobs} put back into the queue.`,
        eligible: 'failed, parked or waiting',
        change: () => store.retry(selection, this.operator(clock())),
      });
    });
    this.log(result.text);
    process.exitCode = result.exitCode;
    return result.json;
  }
}
