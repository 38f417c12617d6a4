import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import type { Translated } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { importCampaigns, importText } from '../../src/cli/directory/import-campaigns.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { say, sayText } from '../../src/messages/messages.ts';
import { linkRecord } from '../../src/presentation/directory-record.ts';

export default class CampaignImport extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> campanhas.csv --dry-run',
    '<%= config.bin %> <%= command.id %> campanhas.csv --replace',
    "printf 'id,nome,cliente\\n43,Inverno,Agência Um\\n' | <%= config.bin %> <%= command.id %> -",
  ];
  static override args = { file: Args.string({ required: true, ignoreStdin: true }) };
  static override flags = {
    database: databaseFlag,
    replace: Flags.boolean({ default: false }),
    'dry-run': Flags.boolean({ default: false }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignImport);
    const file = await readInput(args.file);
    using progress = this.progress(say((m) => m.cli.directory.readingTheFile));
    const onStage = (stage: Translated<string>): void => progress.stage(sayText(stage));
    const options = { replace: flags.replace, dryRun: flags['dry-run'], onStage };
    const plan = await this.withStore(flags, ({ store, clock }) => importCampaigns(store, file, options, this.operator(clock())), {
      create: !options.dryRun,
    });
    progress.end();
    this.log(importText(plan, options.dryRun));
    return {
      simulacao: options.dryRun,
      incluidas: plan.added.map(({ id }) => id),
      atualizadas: plan.updated.map(({ id }) => id),
      vinculos: linkRecord.writeAll(plan.links),
    };
  }
}
