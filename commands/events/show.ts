import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { eventTrailText } from '../../src/cli/listing/event-trail-text.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { writeBytes } from '../../src/cli/write-bytes.ts';
import { eventTrailJson } from '../../src/presentation/event-json.ts';

export default class EventsShow extends BaseCommand {
  static override summary = 'Show the way of one event: request, job, attempts, lead, conversions.';
  static override description =
    'Personal data are masked. --reveal shows them and the body; --raw writes the exact bytes of the body and nothing else. ' +
    'Both are written to the log of what operators do.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> 1',
    '<%= config.bin %> <%= command.id %> 1 --reveal --json',
    { description: 'Keep the body, byte for byte:', command: '<%= config.bin %> <%= command.id %> 1 --raw > corpo.json' },
  ];
  static override args = {
    event: Args.string({ description: 'Id of an event, as `lead-intake events list` shows it.', required: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    reveal: Flags.boolean({ summary: 'Show personal data and the body.' }),
    raw: Flags.boolean({ summary: 'Write the bytes of the body to standard output.', exclusive: ['reveal', 'json'] }),
  };

  async run(): Promise<JsonObject | undefined> {
    const { args, flags } = await this.parse(EventsShow);
    const trail = await this.withStore(flags, async ({ store, clock }) => {
      const found = requireFound(
        await store.eventTrail(args.event),
        { en: `event ${args.event}`, pt: `o evento ${args.event}` },
        'events list',
      );
      const way = flags.raw ? 'events show --raw' : 'events show --reveal';
      if (flags.raw || flags.reveal) await store.recordActivity('revelar', `evento:${found.event.id}`, way, this.operator(clock()));
      return found;
    });
    if (flags.raw) {
      await writeBytes(trail.event.body);
      return undefined;
    }
    const visibility = { reveal: flags.reveal };
    this.log(eventTrailText(trail, visibility));
    return eventTrailJson(trail, visibility);
  }
}
