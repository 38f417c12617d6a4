import type { StoreContext } from '../../src/app/context.ts';
import { previewReplay } from '../../src/app/replay-refused.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { readFilter } from '../../src/cli/filters.ts';
import { refusedSelection, selectRefused } from '../../src/cli/refused/refused-changes.ts';
import type { ReplaySummary } from '../../src/domain/refused-replay.ts';
import { appError, type Sentence, say } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['1 2 3', '--all --code signature_missing --dry-run'],
  ...refusedSelection,
  async run({ args, flags, context, store, operator }) {
    const { all, 'dry-run': dryRun } = flags;
    const ids = await selectRefused(store, { named: args.refused ?? [], all, filter: await readFilter(store, flags) }, 'unreplayed');
    if (dryRun || all) {
      const preview = await previewReplay(context, all ? ids : await keptOf(context, ids));
      const text = previewText(preview);
      const question: Sentence = (m) =>
        m.cli.refused.forgetQuestion({ preview: text(m), requests: m.cli.refused.requests({ count: preview.total }) });
      const told = { count: preview.total, preview: say(text), question };
      if (!(await mayChange(this, told, flags))) return { recusas: [], total: preview.total, gravadas: preview.stored, simulacao: dryRun };
    }
    const forgotten = await store.forgetRefused(ids, operator());
    const missing = all ? [] : ids.filter((id) => !forgotten.includes(id));
    const count = forgotten.length;
    const done: Sentence = (m) => m.cli.refused.deleted({ requests: m.cli.refused.requests({ count }), count });
    if (missing.length > 0) {
      const none = { missingCount: missing.length, ids: missing.join(', ') };
      const text: Sentence = (m) => `${m.cli.refused.noneOfThem(none)}${count === 0 ? '' : ` ${done(m)}`}`;
      throw appError('not_found', text, { hint: (m) => m.cli.refused.listShowsKept });
    }
    this.say(done);
    return { recusas: forgotten, total: forgotten.length, simulacao: false };
  },
});

/** The ids that exist. */
async function keptOf({ store }: StoreContext, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => await store.findRefused(id)));
  return found.flatMap((refused) => (refused === null ? [] : [refused.id]));
}

/** How many there are, and how many of them could still become events. */
function previewText({ total, stored }: ReplaySummary): Sentence {
  return ({ cli: { refused } }) => {
    const selected = refused.selected({ requests: refused.requests({ count: total }), total });
    return stored === 0 ? selected : refused.selectedAndStorable({ selected, stored, total });
  };
}
