import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { emailFlag, idFlag, nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default class CampaignAdd extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> --id 42 --name "Verão" --client "Agência Um" --user ana@example.com'];
  static override flags = {
    database: databaseFlag,
    id: idFlag({ required: true }),
    name: nameFlag({ required: true }),
    client: nameFlag({ helpValue: 'ID|NAME', required: true }),
    user: emailFlag(),
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
    return campaignRecord.writeAll(campaigns)[0] ?? {};
  }
}
