import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag, queueArg, wholeNumberFlag } from '../../src/cli/flags.ts';
import { exceededLimits, queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { sayText } from '../../src/messages/messages.ts';

export default class QueueStatus extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> webhooks --max 1000 --max-age 300',
  ];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag, max: wholeNumberFlag(), 'max-age': wholeNumberFlag({ helpValue: 'S' }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueStatus);
    const maxAge = flags['max-age'];
    return await this.withStore(flags, async ({ store, clock }) => {
      const [snapshot, facts] = await Promise.all([store.queueSnapshot(args.queue, clock()), store.storeFacts()]);
      const exceeded = exceededLimits(snapshot, { maxWaiting: flags.max, maxAgeMs: maxAge === undefined ? undefined : maxAge * 1_000 });
      this.log(queueStatusText(snapshot, facts));
      for (const sentence of exceeded) this.logToStderr(sayText(sentence));
      if (exceeded.length > 0) process.exitCode = EXIT.failed;
      return queueStatusJson(snapshot, facts, exceeded);
    });
  }
}
