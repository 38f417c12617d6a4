import { Args } from '@oclif/core';
import { putThrough } from '../../src/app/put-through.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { putThroughJson, putThroughText } from '../../src/cli/listing/refused-text.ts';

export default class RefusedReplay extends BaseCommand {
  static override summary = 'Put refused requests through again, after a secret or a form was mended.';
  static override description =
    "The credential has to be valid now; the age of the form's timestamp does not matter. Requests that were put through before are " +
    'known by their identity and make no second lead. Exits 1 when one is refused again.';
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
      for (const id of new Set(args.refused)) {
        const result = await putThrough(context, id);
        this.log(putThroughText(id, result));
        results.push(putThroughJson(id, result));
        if (result.kind === 'refused') process.exitCode = EXIT.failed;
      }
      return { itens: results };
    });
  }
}
