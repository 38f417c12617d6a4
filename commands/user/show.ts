import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { userArg } from '../../src/cli/directory/directory-flags.ts';
import { CAMPAIGN_COLUMNS } from '../../src/cli/directory/directory-tables.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { jsonBlock } from '../../src/cli/listing/json-block.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { renderTable } from '../../src/cli/table.ts';
import { campaignRecord, userRecord } from '../../src/presentation/directory-record.ts';

export default class UserShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 2'];
  static override args = { user: userArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(UserShow);
    return await this.withStore(flags, async ({ store }) => {
      const user = requireFound(await store.findUser(args.user), (m) => m.cli.directory.user({ user: args.user }), 'user list');
      const campaigns = (await store.listCampaigns({ client: user.clientId })).items.filter((campaign) => campaign.userId === user.id);
      this.log(jsonBlock(userRecord.write(user)));
      if (campaigns.length > 0) this.log(`\n${renderTable(campaigns, CAMPAIGN_COLUMNS)}`);
      return { ...userRecord.write(user), campanhas: campaignRecord.writeAll(campaigns) };
    });
  }
}
