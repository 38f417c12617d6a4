import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, queueArg } from '../../src/cli/flags.ts';
import { inEveryLanguage, sayText } from '../../src/messages/messages.ts';
import { pauseRecord } from '../../src/presentation/queue-record.ts';

export default class QueueResume extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> webhooks'];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueResume);
    const changed = await this.withStore(flags, ({ store, clock }) => store.resume(args.queue, this.operator(clock())));
    const done = inEveryLanguage((m) => m.cli.queue.queueIsOpenAgain({ queue: args.queue }));
    this.log(sayText(changed ? done : inEveryLanguage((m) => m.cli.queue.queueWasNotPaused({ queue: args.queue }))));
    return pauseRecord.write({ queue: args.queue, paused: false, changed });
  }
}
