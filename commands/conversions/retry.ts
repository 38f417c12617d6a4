import { storeCommand } from '../../src/cli/command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { filterFlags, readFilter } from '../../src/cli/filters.ts';
import { anyArgs, dryRunFlag, switchFlag, yesFlag } from '../../src/cli/flags.ts';
import { everyItem } from '../../src/cli/pages.ts';
import { ConversionState, OUTCOME_UNKNOWN } from '../../src/domain/conversion.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { ConversionQuery } from '../../src/domain/report-ports.ts';
import { appError, type Sentence, say } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['17 18', '--all --error conversion_action_unknown --yes', '--all --waiting --error conversion_on_hold --yes'],
  args: { conversion: anyArgs },
  flags: {
    all: switchFlag,
    waiting: switchFlag,
    ...filterFlags('error', 'platform', 'client', 'since', 'until'),
    yes: yesFlag,
    'dry-run': dryRunFlag,
  },
  async run({ args, flags, store, operator }) {
    const ids = [...new Set(args.conversion ?? [])];
    const { all, waiting } = flags;
    const filter = await readFilter(store, flags);
    const isFiltered = waiting || Object.keys(filter).length > 0;
    if (all === ids.length > 0 || (isFiltered && !all)) throw appError('usage', (m) => m.cli.conversions.nameOrSelect);
    const selected = all ? await selectedIds(store, filter, waiting) : ids;
    const count = selected.length;
    const preview = say(({ cli: { conversions: words } }) => (count === 0 ? words.nothingSelected : words.dryRun({ count })));
    const question: Sentence = (m) => m.cli.conversions[waiting ? 'sendNow' : 'sendAgain']({ count });
    if (!(await mayChange(this, { count, preview, question: all ? question : undefined }, flags))) {
      return { conversoes: [], total: flags['dry-run'] ? count : 0, simulacao: flags['dry-run'] };
    }
    const retried = await store.retryConversions(selected, operator());
    const missing = all ? [] : ids.filter((id) => !retried.includes(id));
    if (missing.length > 0) {
      const [isOne, names] = [missing.length === 1, missing.join(', ')];
      throw appError('not_found', (m) => m.cli.conversions.cannotRetry({ isOne, names, others: retried.length }));
    }
    this.say((m) => m.cli.conversions.putBack({ idCount: retried.length }));
    return { conversoes: retried, total: retried.length, simulacao: false };
  },
});

/** The ids of all selected conversions, newest first: those that were rejected, or with `waiting` those that wait after an attempt. */
async function selectedIds(
  store: Store,
  filter: Omit<ConversionQuery, 'before' | 'limit' | 'state'>,
  waiting: boolean,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const state = waiting ? ConversionState.pending : ConversionState.rejected;
  for await (const { id, fault } of everyItem((page) => store.listConversions({ ...filter, state, ...page }))) {
    // Meta may already have conversions whose outcome is unknown: they are sent again only if named or selected by their code, after
    // somebody has checked.
    if (fault !== null && (filter.errorCode !== undefined || fault.code !== OUTCOME_UNKNOWN)) ids.push(id);
  }
  return ids;
}
