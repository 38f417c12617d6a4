import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { conversionFilter, conversionFilterFlags } from '../../src/cli/conversions/conversion-query.ts';
import { retryNamed, retrySelected } from '../../src/cli/conversions/retry-conversions.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { appError } from '../../src/messages/messages.ts';

export default class ConversionsRetry extends BaseCommand {
  static override summary = 'Send rejected or waiting conversions again.';
  static override description =
    'Google Ads knows a conversion that it has already by its key, and so does Meta for 48 hours: it counts once. Meta may count those with ' +
    '`conversion_outcome_unknown` twice: look for them in the Events Manager first; --all leaves them out unless --error names them. Named conversions ' +
    'are put back into the queue at once; --all takes the rejected ones, shows the number and asks first. A worker of the queue `conversoes` sends them.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    {
      description: 'After a conversion action was set up:',
      command: '<%= config.bin %> <%= command.id %> --all --error conversion_action_unknown --yes',
    },
    {
      description: 'After you have fixed at the platform what conversions wait for:',
      command: '<%= config.bin %> <%= command.id %> --all --waiting --error conversion_on_hold --yes',
    },
  ];
  static override args = {
    conversion: Args.string({
      description: 'Ids of conversions, as `lead-intake conversions list` shows them.',
      multiple: true,
      ignoreStdin: true,
    }),
  };
  static override flags = {
    database: databaseFlag,
    all: Flags.boolean({ summary: 'All rejected conversions, or those the filters leave.', default: false }),
    waiting: Flags.boolean({ summary: 'With --all: those that wait after a try, instead of rejected ones.', default: false }),
    error: Flags.string({ summary: 'With --all: only those with this error code.', helpValue: 'CODE' }),
    ...conversionFilterFlags,
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsRetry);
    const ids = [...new Set(args.conversion ?? [])];
    const { all, waiting, error, platform, client, since, until } = flags;
    const isFiltered = waiting || [error, platform, client, since, until].some((value) => value !== undefined);
    if (all === ids.length > 0 || (isFiltered && !all))
      throw appError(
        'usage',
        (m) => m.cli.conversions.nameOrSelect,
        (m) => m.cli.conversions.howToSelect,
      );
    const result = await this.withStore(flags, async ({ store, clock }) => {
      if (!all) return await retryNamed(store, ids, this.operator(clock()));
      const selection = { filter: await conversionFilter(store, flags), waiting, errorCode: error };
      const operator = (): ReturnType<typeof this.operator> => this.operator(clock());
      return await retrySelected(store, selection, { yes: flags.yes, dryRun: flags['dry-run'], operator });
    });
    this.log(paragraph(result.text));
    process.exitCode = result.exitCode;
    return result.json;
  }
}
