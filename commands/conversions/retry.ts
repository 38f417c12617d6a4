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
