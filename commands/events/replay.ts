import * as Args from '@oclif/core/args';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { replayEvents, replayText } from '../../src/cli/listing/replay-events.ts';
import { paragraph } from '../../src/cli/render.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';

export default class EventsReplay extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 1', '<%= config.bin %> <%= command.id %> 1 2 3 --json'];
  static override args = {
    event: Args.string({ required: true, multiple: true, ignoreStdin: true }),
  };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(EventsReplay);
    const results = await this.withStore(flags, ({ store, clock }) =>
      replayEvents(store, args.event, DEFAULT_QUEUE, this.operator(clock())),
    );
    for (const result of results) this.log(paragraph(replayText(result)));
    if (!results.some(({ result }) => result === 'queued')) process.exitCode = EXIT.failed;
    return { itens: results.map(({ eventId, result }) => ({ evento_id: eventId, resultado: result })) };
  }
}
