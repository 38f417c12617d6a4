import { CAMPAIGN_COLUMNS } from '../../src/cli/campaigns/campaign-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { clientFilterFlag } from '../../src/cli/flags.ts';
import { showList } from '../../src/cli/table.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['', '--client "Agência Um" --json'],
  flags: { client: clientFilterFlag },
  async run({ flags, store }) {
    const { items } = await store.listCampaigns(flags.client === undefined ? {} : { client: flags.client });
    showList(this, { items }, CAMPAIGN_COLUMNS, (m) => m.cli.directory.noCampaign);
    return { itens: campaignRecord.writeAll(items) };
  },
});
