import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { campaignArg } from '../../src/cli/directory/directory-flags.ts';
import { campaignText, requireCampaign } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default class CampaignShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 42'];
  static override args = { campaign: campaignArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignShow);
    const campaign = await this.withStore(flags, ({ store }) => requireCampaign(store, args.campaign));
    this.log(campaignText(campaign));
    return campaignRecord.write(campaign);
  }
}
