import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { refusedText } from '../../src/cli/listing/refused-text.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { writeBytes } from '../../src/cli/write-bytes.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { refusedDetailRecord } from '../../src/presentation/refused-record.ts';

export default class RefusedShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 1', '<%= config.bin %> <%= command.id %> 1 --raw > corpo.json'];
  static override args = {
    refused: Args.string({ required: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    reveal: Flags.boolean({}),
    raw: Flags.boolean({ exclusive: ['reveal', 'json'] }),
  };

  async run(): Promise<JsonObject | undefined> {
    const { args, flags } = await this.parse(RefusedShow);
    const refused = await this.withStore(flags, async ({ store, clock }) => {
      const found = requireFound(
        await store.findRefused(args.refused),
        (m) => m.cli.refused.theRefusedRequest({ refused: args.refused }),
        'refused list',
      );
      const way = flags.raw ? 'refused show --raw' : 'refused show --reveal';
      if (flags.raw || flags.reveal) await store.recordActivity(OperatorAction.reveal, `recusa:${found.id}`, way, this.operator(clock()));
      return found;
    });
    if (flags.raw) {
      await writeBytes(refused.body);
      return undefined;
    }
    const visibility = { reveal: flags.reveal };
    this.log(refusedText(refused, visibility));
    return refusedDetailRecord.write(refused, visibility);
  }
}
