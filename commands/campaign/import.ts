import type { Translated } from '../../src/base/language.ts';
import { importCampaigns, importText } from '../../src/cli/campaigns/import-campaigns.ts';
import { command } from '../../src/cli/command.ts';
import { databaseFlag, oneArg, switchFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { sayText } from '../../src/messages/messages.ts';
import { linkRecord } from '../../src/presentation/directory-record.ts';

export default command({
  examples: [
    'campanhas.csv --dry-run',
    'campanhas.csv --replace',
    "printf 'id,nome,cliente\\n43,Inverno,Agência Um\\n' | <%= config.bin %> <%= command.id %> -",
  ],
  args: { file: oneArg },
  flags: { database: databaseFlag, replace: switchFlag, 'dry-run': switchFlag },
  async run({ args, flags }) {
    const file = await readInput(args.file);
    using progress = this.progress((m) => m.cli.directory.readingTheFile);
    const dryRun = flags['dry-run'];
    const onStage = (stage: Translated<string>): void => progress.stage(sayText(stage));
    const options = { replace: flags.replace, dryRun, onStage };
    const plan = await this.withStore(flags, ({ store, clock }) => importCampaigns(store, file, options, this.operator(clock())), {
      create: !dryRun,
    });
    progress.end();
    this.log(importText(plan, dryRun));
    return {
      simulacao: dryRun,
      incluidas: plan.added.map(({ id }) => id),
      atualizadas: plan.updated.map(({ id }) => id),
      vinculos: linkRecord.writeAll(plan.links),
    };
  },
});
