import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { CAMPAIGN_COLUMNS, USER_COLUMNS } from '../../src/cli/directory/directory-tables.ts';
import { requireClient } from '../../src/cli/directory/require-client.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { jsonBlock } from '../../src/cli/listing/json-block.ts';
import { renderTable } from '../../src/cli/table.ts';
import { campaignJson, clientJson, userJson } from '../../src/presentation/directory-json.ts';

export default class ClientShow extends BaseCommand {
  static override summary = 'Show a client with its users and campaigns.';
  static override description = 'A client is named by its id or its exact name.';
  static override examples = ['<%= config.bin %> <%= command.id %> "Agência Um"', '<%= config.bin %> <%= command.id %> 1 --json'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientShow);
    return await this.withStore(flags, async ({ store }) => {
      const client = await requireClient(store, args.client);
      const [users, campaigns] = await Promise.all([store.listUsers(client.id), store.listCampaigns(client.id)]);
      this.log(jsonBlock(clientJson(client)));
      if (users.length > 0) this.log(`\n${renderTable(users, USER_COLUMNS)}`);
      if (campaigns.length > 0) this.log(`\n${renderTable(campaigns, CAMPAIGN_COLUMNS)}`);
      return { ...clientJson(client), usuarios: users.map(userJson), campanhas: campaigns.map(campaignJson) };
    });
  }
}
