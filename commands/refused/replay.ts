import * as Args from '@oclif/core/args';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { replayedRefusalJson, replayedRefusalText, replayRefused, wasPutThrough } from '../../src/cli/listing/replay-refused.ts';
import { paragraph } from '../../src/cli/render.ts';

export default class RefusedReplay extends BaseCommand {
  static override summary = 'Put refused requests through again, after a secret or a form was mended.';
  static override description =
    "The credential has to be valid now; the age of the form's timestamp does not matter. Each request is told by itself: one that is " +
    'unknown, cut or put through already does not keep the others back. Exits 1 unless all of them went through. ' +
    'What is stored is written to the log of what operators do.';
  static override examples = ['<%= config.bin %> <%= command.id %> 1', '<%= config.bin %> <%= command.id %> 1 2 3'];
  static override args = {
    refused: Args.string({
      description: 'Ids of refused requests, as `lead-intake refused list` shows them.',
      required: true,
      multiple: true,
      ignoreStdin: true,
    }),
  };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(RefusedReplay);
    return await this.withStore(flags, async (context) => {
      const results: JsonObject[] = [];
      for await (const replayed of replayRefused(context, args.refused, this.operator(context.clock()))) {
        this.log(paragraph(replayedRefusalText(replayed)));
        results.push(replayedRefusalJson(replayed));
        if (!wasPutThrough(replayed)) process.exitCode = EXIT.failed;
      }
      return { itens: results };
    });
  }
}
