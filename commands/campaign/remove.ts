import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { campaignArg } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';

export default class CampaignRemove extends BaseCommand {
  static override summary = 'Remove a campaign and its links.';
  static override description = 'Its leads stay, with their client. Later events that name the campaign end as `erro`.';
  static override examples = ['<%= config.bin %> <%= command.id %> 42'];
  static override args = { campaign: campaignArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignRemove);
    const { id, name } = await this.withStore(flags, ({ store, clock }) => store.removeCampaign(args.campaign, this.operator(clock())));
    this.log(`Campaign ${id} removed: ${name}`);
    return { campanha_id: id, nome: name };
  }
}
