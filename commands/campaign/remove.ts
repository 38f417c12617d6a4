import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { campaignArg } from '../../src/cli/directory/directory-flags.ts';
import { requireCampaign } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';

export default class CampaignRemove extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 42'];
  static override args = { campaign: campaignArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignRemove);
    const removed = await this.withStore(flags, async ({ store, clock }) => {
      const { id, name, links } = await requireCampaign(store, args.campaign);
      const what = inEveryLanguage((m) => m.cli.directory.campaignAnd({ id, name, linkCount: links.length }));
      return (await confirmRemoval(what, flags.yes)) ? await store.removeCampaign(id, this.operator(clock())) : undefined;
    });
    if (removed === undefined) return NOT_REMOVED;
    const { id, name } = removed;
    this.log(say((m) => m.cli.directory.campaignRemoved({ id, name })));
    return { campanha_id: id, nome: name };
  }
}
