import { openContext } from '../../src/app/context.ts';
import { runWorker } from '../../src/app/run-worker.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import { command } from '../../src/cli/command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag, queueArg, queueWord } from '../../src/cli/flags.ts';
import { workFlags, workOptions, workSummaryJson, workSummaryText } from '../../src/cli/work.ts';
import { shownDatabase } from '../../src/config/database-path.ts';

export default command({
  examples: ['', 'webhooks --max-time 3600', '--stop-when-empty'],
  args: { queue: queueArg },
  flags: { database: databaseFlag, ...workFlags },
  async run({ args: { queue }, flags }) {
    const loaded = this.loadConfig(flags);
    await using context = await openContext(loaded, { log: await this.beginLog(loaded), create: true, writerThread: true });
    using stop = stopSignal();
    const { log, config, store, clock } = context;
    const { pausedAt } = await store.queueSnapshot(queue, clock());
    const onStart = (): void => {
      log.info({ queue, database: shownDatabase(config.databaseUrl) }, 'worker started');
      const command = `lead-intake queue resume${queueWord(queue)}`;
      if (pausedAt !== null) log.warn({ queue }, `the queue is paused: nothing is processed until \`${command}\``);
    };
    const summary = await runWorker(context, { ...workOptions(queue, flags), onStart }, stop.signal);
    log.info({ queue, ...summary }, 'worker stopped');
    if (summary.reason === 'memory') process.exitCode = EXIT.memoryLimit;
    this.log(workSummaryText(queue, summary));
    return workSummaryJson(queue, summary);
  },
});
