import { devNull } from 'node:os';
import * as Flags from '@oclif/core/flags';
import { ownCommand } from '../src/app/own-program.ts';
import type { JsonObject } from '../src/base/exact-json.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { emailFlag, idFlag, nameFlag } from '../src/cli/directory/directory-flags.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { askOnTerminal, withoutQuestions } from '../src/cli/setup/ask-on-terminal.ts';
import { missingSecrets, plannedDatabase, setUpCampaign, setUpSettings } from '../src/cli/setup/set-up.ts';
import { nextCommands, setUpJson, setUpText } from '../src/cli/setup/set-up-report.ts';

export default class Init extends BaseCommand {
  static override summary = 'Set this folder up: settings with secrets, the database, a first client and campaign.';
  static override description =
    `On a terminal it asks for what no flag says; with --yes, or without a terminal, it takes the defaults. The .env file gets new secrets of 256 bits and is readable for its owner only. What is there already stays as it is and is told, so doing it again is safe. It ends with the two commands that come next.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    {
      description: 'Without questions, as in a script:',
      command: '<%= config.bin %> <%= command.id %> --yes --client "Agência Um" --campaign "Verão" --user ana@example.com',
    },
  ];
  static override flags = {
    database: databaseFlag,
    client: nameFlag({ summary: 'Name of the first client.' }),
    campaign: nameFlag({ summary: 'Name of the first campaign.' }),
    'campaign-id': idFlag({ summary: 'Id of the first campaign, which forms send as campanha_id; left out: made from its name.' }),
    user: emailFlag({ summary: 'E-mail address of who works its leads.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Take the defaults without asking.', default: false }),
    force: Flags.boolean({
      summary: 'Keep a settings file that exists as .env.old, and write a new one with new secrets.',
      default: false,
    }),
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
