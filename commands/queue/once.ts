import { connectedPlatforms } from '../../src/app/platforms/delivery-settings.ts';
import { runOnce } from '../../src/app/run-worker.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { queueArg, queueWord, quietFlag } from '../../src/cli/flags.ts';
import { renderTime } from '../../src/cli/local-time.ts';
import { batchFlag, didNothing, workSummaryJson, workSummaryText } from '../../src/cli/work.ts';
import { CONVERSION_QUEUE } from '../../src/domain/job.ts';
import { isoTime } from '../../src/presentation/json.ts';

export default storeCommand({
  examples: ['', '* * * * * cd /opt/lead-intake && bin/console <%= command.id %> webhooks --quiet'],
  args: { queue: queueArg },
  flags: { batch: batchFlag, quiet: quietFlag },
  async run({ args: { queue }, flags, context, store, clock }) {
    using stop = stopSignal();
    const log = await this.errorLog(context.config);
    const done = await runOnce({ ...context, log }, { queue, batch: flags.batch }, stop.signal);
    const isIdle = didNothing(done);
    const { pausedAt, waiting } = isIdle ? await store.queueSnapshot(queue, clock()) : { pausedAt: null, waiting: 0 };
    const summary = pausedAt === null ? done : { ...done, waiting, reason: 'paused' as const };
    if (!(flags.quiet && isIdle)) {
      if (pausedAt !== null) {
        this.remark((m) => m.cli.queue.pausedWarning({ since: renderTime(pausedAt), queueWord: queueWord(queue) }));
      }
      if (queue === CONVERSION_QUEUE && (await connectedPlatforms(context)).length === 0) this.remark((m) => m.cli.queue.notConnected);
      this.log(workSummaryText(queue, summary));
    }
    return { ...workSummaryJson(queue, summary), pausada_em: isoTime(pausedAt) };
  },
});
