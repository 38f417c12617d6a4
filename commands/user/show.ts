import { CAMPAIGN_COLUMNS } from '../../src/cli/campaigns/campaign-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { recordBlock } from '../../src/cli/record-block.ts';
import { requireUser } from '../../src/cli/require-found.ts';
import { renderTable } from '../../src/cli/table.ts';
import { campaignRecord, userRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['2'],
  args: { user: oneArg },
  async run({ args, store }) {
    const user = await requireUser(store, args.user);
    const campaigns = (await store.listCampaigns({ client: user.clientId })).items.filter((campaign) => campaign.userId === user.id);
    this.log(recordBlock(userRecord.write(user)));
    if (campaigns.length > 0) this.log(`\n${renderTable(campaigns, CAMPAIGN_COLUMNS)}`);
    return { ...userRecord.write(user), campanhas: campaignRecord.writeAll(campaigns) };
  },
});
