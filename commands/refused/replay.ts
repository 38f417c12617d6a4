import { previewReplay, replayRefused } from '../../src/app/replay-refused.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { readFilter } from '../../src/cli/filters.ts';
import { switchFlag } from '../../src/cli/flags.ts';
import {
  refusedSelection,
  replayedRefusalText,
  replayPreview,
  replayQuestion,
  selectRefused,
} from '../../src/cli/refused/refused-changes.ts';
import { paragraph } from '../../src/cli/render.ts';
import { say } from '../../src/messages/messages.ts';
import { replayedRefusalRecord, replayPreviewRecord, wasReplayed } from '../../src/presentation/refused-record.ts';

export default storeCommand({
  examples: ['1 2 3', '--all --code signature_invalid --source form --dry-run'],
  args: refusedSelection.args,
  flags: { ...refusedSelection.flags, 'without-credential': switchFlag },
  async run({ args, flags, context, operator }) {
    const options = { withoutCredential: flags['without-credential'] };
    const filter = await readFilter(context.store, flags);
    const ids = await selectRefused(context.store, { named: args.refused ?? [], all: flags.all, filter }, 'replayable');
    if (flags['dry-run'] || flags.all) {
      const preview = await previewReplay(context, ids, options);
      const told = { count: preview.total, preview: say(replayPreview(preview)), question: replayQuestion(preview) };
      if (!(await mayChange(this, told, flags))) return { itens: [], ...replayPreviewRecord.write(preview), simulacao: flags['dry-run'] };
    }
    const results: JsonObject[] = [];
    for await (const replayed of replayRefused(context, ids, operator(), options)) {
      this.log(paragraph(replayedRefusalText(replayed)));
      results.push(replayedRefusalRecord.write(replayed));
      if (!wasReplayed(replayed)) this.fail();
    }
    return { itens: results };
  },
});
