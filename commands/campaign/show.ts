import { campaignText } from '../../src/cli/campaigns/campaign-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { requireCampaign } from '../../src/cli/require-found.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['42'],
  args: { campaign: oneArg },
  async run({ args, store }) {
    const campaign = await requireCampaign(store, args.campaign);
    this.log(campaignText(campaign));
    return campaignRecord.write(campaign);
  },
});
