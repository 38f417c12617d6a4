import { openContext } from '../../src/app/context.ts';
import { runWorker } from '../../src/app/run-worker.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag, queueArg, queueWord } from '../../src/cli/flags.ts';
import { workFlags, workOptions } from '../../src/cli/work-flags.ts';
import { workSummaryJson, workSummaryText } from '../../src/cli/work-summary.ts';

export default class QueueWork extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> webhooks --max-time 3600',
    '<%= config.bin %> <%= command.id %> --stop-when-empty',
  ];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag, ...workFlags };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueWork);
    const loaded = this.loadConfig(flags);
    await using context = openContext(loaded, { log: await this.beginLog(loaded), create: true, writerThread: true });
    using stop = stopSignal();
    context.log.info({ queue: args.queue, database: context.config.databaseUrl }, 'worker started');
    if ((await context.store.queueSnapshot(args.queue, context.clock())).pausedAt !== null) {
      context.log.warn(
        { queue: args.queue },
        `the queue is paused: nothing is processed until \`lead-intake queue resume${queueWord(args.queue)}\``,
      );
    }
    const summary = await runWorker(context, workOptions(args.queue, flags), stop.signal);
    context.log.info({ queue: args.queue, ...summary }, 'worker stopped');
    if (summary.reason === 'memory') process.exitCode = EXIT.memoryLimit;
    this.log(workSummaryText(args.queue, summary));
    return workSummaryJson(args.queue, summary);
  }
}
