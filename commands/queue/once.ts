import * as Flags from '@oclif/core/flags';
import { connectedPlatforms } from '../../src/app/platforms/connected-platforms.ts';
import { runOnce } from '../../src/app/run-worker.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, queueArg, queueWord } from '../../src/cli/flags.ts';
import { renderTime } from '../../src/cli/local-time.ts';
import { batchFlag } from '../../src/cli/work-flags.ts';
import { didNothing, workSummaryJson, workSummaryText } from '../../src/cli/work-summary.ts';
import { CONVERSION_QUEUE } from '../../src/domain/job.ts';
import { say } from '../../src/messages/messages.ts';
import { isoTime } from '../../src/presentation/json.ts';

export default class QueueOnce extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '* * * * * cd /opt/lead-intake && bin/console <%= command.id %> webhooks --quiet',
  ];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag, batch: batchFlag, quiet: Flags.boolean({ char: 'q', default: false }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueOnce);
    using stop = stopSignal();
    return await this.withStore(flags, async (context) => {
      const log = await this.errorLog(context.config);
      const summary = await runOnce({ ...context, log }, { queue: args.queue, batch: flags.batch }, stop.signal);
      const isIdle = didNothing(summary);
      const pausedAt = isIdle ? (await context.store.queueSnapshot(args.queue, context.clock())).pausedAt : null;
      const isQuiet = flags.quiet && isIdle;
      if (pausedAt !== null && !isQuiet) {
        const since = renderTime(pausedAt);
        this.logToStderr(say((m) => m.cli.queue.theQueuePausedSince({ since, queueWord: queueWord(args.queue) })));
      }
      if (args.queue === CONVERSION_QUEUE && !isQuiet && (await connectedPlatforms(context)).length === 0) {
        this.logToStderr(say((m) => m.cli.queue.notConnected));
      }
      if (!isQuiet) this.log(workSummaryText(args.queue, summary));
      return { ...workSummaryJson(args.queue, summary), pausada_em: isoTime(pausedAt) };
    });
  }
}
