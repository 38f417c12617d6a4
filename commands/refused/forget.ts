import type { StoreContext } from '../../src/app/context.ts';
import { previewReplay } from '../../src/app/replay-refused.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { readFilter } from '../../src/cli/filters.ts';
import {
  forgetPreview,
  forgetQuestion,
  forgottenText,
  notForgotten,
  refusedSelection,
  selectRefused,
} from '../../src/cli/refused/refused-changes.ts';
import { say } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['1 2 3', '--all --code signature_missing --dry-run'],
  ...refusedSelection,
  async run({ args, flags, context, store, operator }) {
    const { all, 'dry-run': dryRun } = flags;
    const ids = await selectRefused(store, { named: args.refused ?? [], all, filter: await readFilter(store, flags) }, 'unreplayed');
    if (dryRun || all) {
      const preview = await previewReplay(context, all ? ids : await keptOf(context, ids));
      const told = { count: preview.total, preview: say(forgetPreview(preview)), question: forgetQuestion(preview) };
      if (!(await mayChange(this, told, flags))) return { recusas: [], total: preview.total, gravadas: preview.stored, simulacao: dryRun };
    }
    const forgotten = await store.forgetRefused(ids, operator());
    const missing = all ? [] : ids.filter((id) => !forgotten.includes(id));
    if (missing.length > 0) throw notForgotten(missing, forgotten.length);
    this.say(forgottenText(forgotten.length));
    return { recusas: forgotten, total: forgotten.length, simulacao: false };
  },
});

/** The ids that exist. */
async function keptOf({ store }: StoreContext, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => await store.findRefused(id)));
  return found.flatMap((refused) => (refused === null ? [] : [refused.id]));
}
