import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { StoreContext } from '../../src/app/context.ts';
import { previewReplay } from '../../src/app/put-through.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../src/cli/flags.ts';
import { forgetPreviewText, forgetQuestion, forgottenText, notForgotten } from '../../src/cli/listing/forget-refused.ts';
import { refusedFilter, refusedFilterFlags } from '../../src/cli/listing/refused-filter.ts';
import { selectRefused } from '../../src/cli/listing/refused-selection.ts';
import { sayText } from '../../src/messages/messages.ts';

export default class RefusedForget extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 1 2 3',
    '<%= config.bin %> <%= command.id %> --all --code signature_missing --dry-run',
  ];
  static override args = {
    refused: Args.string({ multiple: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    all: Flags.boolean({ default: false }),
    ...refusedFilterFlags,
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(RefusedForget);
    const { all, 'dry-run': dryRun } = flags;
    return await this.withStore(flags, async (context) => {
      const { store, clock } = context;
      const ids = await selectRefused(store, { named: args.refused ?? [], all, filter: refusedFilter(flags) }, 'unreplayed');
      if (dryRun || all) {
        const preview = await previewReplay(context, all ? ids : await keptOf(context, ids));
        const unchanged = { recusas: [], total: preview.total, gravadas: preview.stored, simulacao: dryRun };
        const told = { count: preview.total, preview: sayText(forgetPreviewText(preview)), question: forgetQuestion(preview) };
        if (!(await mayChange(told, flags, (text) => this.log(text)))) return unchanged;
      }
      const forgotten = await store.forgetRefused(ids, this.operator(clock()));
      const missing = all ? [] : ids.filter((id) => !forgotten.includes(id));
      if (missing.length > 0) throw notForgotten(missing, forgotten.length);
      this.log(sayText(forgottenText(forgotten.length)));
      return { recusas: forgotten, total: forgotten.length, simulacao: false };
    });
  }
}

/** Those of them that exist. */
async function keptOf({ store }: StoreContext, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => await store.findRefused(id)));
  return found.flatMap((refused) => (refused === null ? [] : [refused.id]));
}
