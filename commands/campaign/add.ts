import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { emailFlag, idFlag, nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { campaignJson } from '../../src/presentation/directory-json.ts';

export default class CampaignAdd extends BaseCommand {
  static override summary = 'Add a campaign, and its client and user where they do not exist yet.';
  static override description =
    'The id is what the own form sends as `campanha_id`. Events of the ad platforms find the campaign by what ' +
    '`campaign link` ties to it. Events that failed because the campaign was missing run again by `queue retry`.';
  static override examples = ['<%= config.bin %> <%= command.id %> --id 42 --name "Verão" --client "Agência Um" --user ana@example.com'];
  static override flags = {
    database: databaseFlag,
    id: idFlag({ summary: 'Id of the campaign: any text, unique.', required: true }),
    name: nameFlag({ summary: 'Name of the campaign.', required: true }),
    client: nameFlag({ summary: 'Id or name of the client.', helpValue: 'ID|NAME', required: true }),
    user: emailFlag({ summary: 'E-mail address of the user who works its leads.' }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(CampaignAdd);
    const input = { id: flags.id, name: flags.name, client: flags.client, user: flags.user ?? null };
    const campaigns = await this.withStore(
      flags,
      ({ store, clock }) => store.addCampaigns([input], { replace: false }, this.operator(clock())),
      { create: true },
    );
    for (const { id, name, clientId, clientName, userEmail } of campaigns) {
      this.log(say((m) => m.cli.directory.campaignAddedOfClient({ id, name, clientId, clientName, userEmail })));
    }
    return campaigns.map(campaignJson)[0] ?? {};
  }
}
