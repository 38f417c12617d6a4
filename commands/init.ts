import { devNull } from 'node:os';
import { ownCommand } from '../src/app/own-program.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, emailFlag, idFlag, nameFlag, switchFlag, yesFlag } from '../src/cli/flags.ts';
import { askOnTerminal, withoutQuestions } from '../src/cli/setup/first-campaign.ts';
import {
  missingSecrets,
  nextCommands,
  plannedAdminUrl,
  plannedDatabase,
  setUpCampaign,
  setUpJson,
  setUpSettings,
  setUpText,
} from '../src/cli/setup/set-up.ts';

export default command({
  examples: ['', '--yes --client "Agência Um" --campaign "Verão" --user ana@example.com'],
  flags: {
    database: databaseFlag,
    client: nameFlag(),
    campaign: nameFlag(),
    'campaign-id': idFlag(),
    user: emailFlag(),
    yes: yesFlag,
    force: switchFlag,
  },
  async run({ flags }) {
    const settings = setUpSettings(flags['env-file'] ?? '.env', {
      force: flags.force,
      databaseUrl: flags.database,
      checkRest: () => this.loadConfig({ ...flags, 'env-file': devNull }),
    });
    const loaded = this.loadConfig(flags);
    const database = plannedDatabase(loaded);
    const campaign = await this.withStore(
      flags,
      async ({ store, clock }) => {
        using questions = flags.yes || this.jsonEnabled() ? withoutQuestions() : askOnTerminal();
        return await setUpCampaign(store, flags, questions.ask, this.operator(clock()));
      },
      { create: true },
    );
    const next = nextCommands(ownCommand(this.config.bin), campaign.campaign?.id, flags, settings);
    const report = { settings, missing: missingSecrets(loaded), database, campaign, next, adminUrl: plannedAdminUrl(loaded) };
    this.log(setUpText(report));
    if (next.length === 0) this.fail();
    return setUpJson(report);
  },
});
