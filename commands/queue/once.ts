import { runOnce } from '../../src/app/run-worker.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, queueArg, wholeNumberFlag } from '../../src/cli/flags.ts';
import { workSummaryJson, workSummaryText } from '../../src/cli/work-summary.ts';

export default class QueueOnce extends BaseCommand {
  static override summary = 'Process every job that is due now, then exit.';
  static override description = `For tests, and for a scheduler on hosts without a service manager; it may run while another one runs.
Jobs that fail are recorded with their reason and do not change the exit code; \`queue failed\` lists them.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'Every minute, as a cron line:', command: '* * * * * <%= config.bin %> <%= command.id %> webhooks' },
  ];
  static override args = { queue: queueArg };
  static override flags = {
    database: databaseFlag,
    batch: wholeNumberFlag({ summary: 'Most jobs to take at a time.', min: 1, max: 10_000, default: 100 }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueOnce);
    using stop = stopSignal();
    const summary = await this.withStore(flags, (context) => runOnce(context, { queue: args.queue, batch: flags.batch }, stop.signal));
    this.log(workSummaryText(summary));
    return workSummaryJson(args.queue, summary);
  }
}
