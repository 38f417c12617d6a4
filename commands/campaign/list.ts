import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientFilterFlag } from '../../src/cli/directory/directory-flags.ts';
import { CAMPAIGN_COLUMNS } from '../../src/cli/directory/directory-tables.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { renderTable } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default class CampaignList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --client "Agência Um" --json'];
  static override flags = { database: databaseFlag, client: clientFilterFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(CampaignList);
    const { items: campaigns } = await this.withStore(flags, ({ store }) =>
      store.listCampaigns(flags.client === undefined ? {} : { client: flags.client }),
    );
    if (campaigns.length === 0) this.logToStderr(say((m) => m.cli.directory.noCampaign));
    else this.log(renderTable(campaigns, CAMPAIGN_COLUMNS));
    return { itens: campaignRecord.writeAll(campaigns) };
  }
}
