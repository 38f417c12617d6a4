import { devNull } from 'node:os';
import { ownCommand } from '../src/app/own-program.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, switchFlag, yesFlag } from '../src/cli/flags.ts';
import { askOnTerminal, campaignFlags, withoutQuestions } from '../src/cli/setup/first-campaign.ts';
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
  flags: { database: databaseFlag, ...campaignFlags, yes: yesFlag, force: switchFlag },
  async run({ flags }) {
    const checkRest = () => this.loadConfig({ ...flags, 'env-file': devNull });
    const settings = setUpSettings(flags['env-file'] ?? '.env', flags.force, flags.database, checkRest);
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
