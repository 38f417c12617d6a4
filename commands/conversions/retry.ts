import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { conversionFilter, conversionFilterFlags } from '../../src/cli/conversions/conversion-query.ts';
import { notRetried, selectedIds } from '../../src/cli/conversions/retry-conversions.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { appError, inEveryLanguage, say } from '../../src/messages/messages.ts';

export default class ConversionsRetry extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    '<%= config.bin %> <%= command.id %> --all --error conversion_action_unknown --yes',
    '<%= config.bin %> <%= command.id %> --all --waiting --error conversion_on_hold --yes',
  ];
  static override args = {
    conversion: Args.string({ multiple: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    all: Flags.boolean({ default: false }),
    waiting: Flags.boolean({ default: false }),
    error: Flags.string({ helpValue: 'CODE' }),
    ...conversionFilterFlags,
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsRetry);
    const ids = [...new Set(args.conversion ?? [])];
    const { all, waiting, error, platform, client, since, until } = flags;
    const isFiltered = waiting || [error, platform, client, since, until].some((value) => value !== undefined);
    if (all === ids.length > 0 || (isFiltered && !all)) throw appError('usage', (m) => m.cli.conversions.nameOrSelect);
    return await this.withStore(flags, async ({ store, clock }) => {
      const selected = all ? await selectedIds(store, { filter: await conversionFilter(store, flags), waiting, errorCode: error }) : ids;
      const count = selected.length;
      const preview = say(({ cli: { conversions: words } }) =>
        count === 0 ? words.nothingSelected : words.selectedNothingWasChanged({ count }),
      );
      const question = all ? inEveryLanguage((m) => m.cli.conversions[waiting ? 'sendNow' : 'sendAgain']({ count })) : undefined;
      if (!(await mayChange({ count, preview, question }, flags, (text) => this.log(text)))) {
        return { conversoes: [], total: flags['dry-run'] ? count : 0, simulacao: flags['dry-run'] };
      }
      const retried = await store.retryConversions(selected, this.operator(clock()));
      const missing = all ? [] : ids.filter((id) => !retried.includes(id));
      if (missing.length > 0) throw notRetried(missing, retried.length);
      this.log(paragraph(say((m) => m.cli.conversions.putBackIntoQueue({ idCount: retried.length }))));
      return { conversoes: retried, total: retried.length, simulacao: false };
    });
  }
}
