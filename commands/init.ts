import { devNull } from 'node:os';
import * as Flags from '@oclif/core/flags';
import { ownCommand } from '../src/app/own-program.ts';
import type { JsonObject } from '../src/base/exact-json.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { emailFlag, idFlag, nameFlag } from '../src/cli/directory/directory-flags.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { askOnTerminal, withoutQuestions } from '../src/cli/setup/first-campaign.ts';
import {
  missingSecrets,
  nextCommands,
  plannedDatabase,
  setUpCampaign,
  setUpJson,
  setUpSettings,
  setUpText,
} from '../src/cli/setup/set-up.ts';

export default class Init extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --yes --client "Agência Um" --campaign "Verão" --user ana@example.com',
  ];
  static override flags = {
    database: databaseFlag,
    client: nameFlag(),
    campaign: nameFlag(),
    'campaign-id': idFlag(),
    user: emailFlag(),
    yes: Flags.boolean({ char: 'y', default: false }),
    force: Flags.boolean({ default: false }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(Init);
    const settings = setUpSettings(flags['env-file'] ?? '.env', {
      force: flags.force,
      databaseUrl: flags.database,
      checkRest: () => this.loadConfig({ ...flags, 'env-file': devNull }),
    });
    const loaded = this.loadConfig(flags);
    const database = plannedDatabase(loaded);
    const campaign = await this.withStore(
      flags,
      async (context) => {
        using questions = flags.yes || this.jsonEnabled() ? withoutQuestions() : askOnTerminal();
        return await setUpCampaign(context, flags, questions.ask, this.operator(context.clock()));
      },
      { create: true },
    );
    const next = nextCommands(ownCommand(this.config.bin), campaign.campaign?.id, flags, settings);
    const report = { settings, missing: missingSecrets(loaded), database, campaign, next };
    this.log(setUpText(report));
    if (next.length === 0) process.exitCode = EXIT.failed;
    return setUpJson(report);
  }
}
