import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, queueArg } from '../../src/cli/flags.ts';

export default class QueuePause extends BaseCommand {
  static override summary = 'Stop workers from taking new jobs.';
  static override description =
    'Events are still received and stored. Jobs that already run are finished. `queue resume` opens the queue again.';
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> webhooks'];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueuePause);
    const changed = await this.withStore(flags, ({ store, clock }) => store.pause(args.queue, this.operator(clock())));
    this.log(
      changed ? `Queue ${args.queue} is paused: events are still received, no job is started.` : `Queue ${args.queue} was paused already.`,
    );
    return { fila: args.queue, pausada: true, alterada: changed };
  }
}
