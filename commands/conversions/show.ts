import * as Args from '@oclif/core/args';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { conversionTrailText } from '../../src/cli/conversions/conversion-text.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { conversionTrailRecord } from '../../src/presentation/trail-record.ts';

export default class ConversionsShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 1'];
  static override args = {
    conversion: Args.string({ required: true, ignoreStdin: true }),
  };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsShow);
    const id = args.conversion;
    const found = await this.withStore(flags, async ({ store }) =>
      requireFound(await store.conversionTrail(id), (m) => m.cli.conversions.theConversion({ id }), 'conversions list'),
    );
    this.log(conversionTrailText(found));
    return conversionTrailRecord.write(found);
  }
}
