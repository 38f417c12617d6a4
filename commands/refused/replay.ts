import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { previewReplay, putThroughMany } from '../../src/app/put-through.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../src/cli/flags.ts';
import { refusedFilter, refusedFilterFlags } from '../../src/cli/listing/refused-filter.ts';
import { selectRefused } from '../../src/cli/listing/refused-selection.ts';
import { replayedRefusalText, replayPreviewText, replayQuestion } from '../../src/cli/listing/replay-refused.ts';
import { paragraph } from '../../src/cli/render.ts';
import { sayText } from '../../src/messages/messages.ts';
import { replayedRefusalRecord, replayPreviewRecord, wasPutThrough } from '../../src/presentation/refused-record.ts';

export default class RefusedReplay extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 1 2 3',
    '<%= config.bin %> <%= command.id %> --all --code signature_invalid --source formulario_proprio --dry-run',
  ];
  static override args = {
    refused: Args.string({ multiple: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    all: Flags.boolean({ default: false }),
    ...refusedFilterFlags,
    'without-credential': Flags.boolean({ default: false }),
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(RefusedReplay);
    const named = args.refused ?? [];
    const options = { withoutCredential: flags['without-credential'] };
    return await this.withStore(flags, async (context) => {
      const ids = await selectRefused(context.store, { named, all: flags.all, filter: refusedFilter(flags) }, 'replayable');
      if (flags['dry-run'] || flags.all) {
        const preview = await previewReplay(context, ids, options);
        const told = { count: preview.total, preview: sayText(replayPreviewText(preview)), question: replayQuestion(preview) };
        if (!(await mayChange(told, flags, (text) => this.log(text)))) {
          return { itens: [], ...replayPreviewRecord.write(preview), simulacao: flags['dry-run'] };
        }
      }
      const results: JsonObject[] = [];
      for await (const replayed of putThroughMany(context, ids, this.operator(context.clock()), options)) {
        this.log(paragraph(replayedRefusalText(replayed)));
        results.push(replayedRefusalRecord.write(replayed));
        if (!wasPutThrough(replayed)) process.exitCode = EXIT.failed;
      }
      return { itens: results };
    });
  }
}
