import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { eventTrailText } from '../../src/cli/listing/event-trail-text.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { writeBytes } from '../../src/cli/write-bytes.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { eventTrailRecord } from '../../src/presentation/trail-record.ts';

export default class EventsShow extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 1',
    '<%= config.bin %> <%= command.id %> 1 --reveal --json',
    '<%= config.bin %> <%= command.id %> 1 --raw > corpo.json',
  ];
  static override args = { event: Args.string({ required: true, ignoreStdin: true }) };
  static override flags = {
    database: databaseFlag,
    reveal: Flags.boolean({}),
    raw: Flags.boolean({ exclusive: ['reveal', 'json'] }),
  };

  async run(): Promise<JsonObject | undefined> {
    const { args, flags } = await this.parse(EventsShow);
    const trail = await this.withStore(flags, async ({ store, clock }) => {
      const found = requireFound(await store.eventTrail(args.event), (m) => m.cli.listing.theEvent({ event: args.event }), 'events list');
      const way = flags.raw ? 'events show --raw' : 'events show --reveal';
      if (flags.raw || flags.reveal)
        await store.recordActivity(OperatorAction.reveal, `evento:${found.event.id}`, way, this.operator(clock()));
      return found;
    });
    if (flags.raw) {
      await writeBytes(trail.event.body);
      return undefined;
    }
    const visibility = { reveal: flags.reveal };
    this.log(eventTrailText(trail, visibility));
    return eventTrailRecord.write(trail, visibility);
  }
}
