import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { campaignArg } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';

export default class CampaignRemove extends BaseCommand {
  static override summary = 'Remove a campaign that has no leads, and its links.';
  static override description =
    'While leads belong to it, nothing is removed and the command exits 1: they would lose where they came from. To stop new leads of ' +
    'the platforms, untie its ids by `campaign link --remove`. Once it is removed, events that name it end as `erro`.';
  static override examples = ['<%= config.bin %> <%= command.id %> 42'];
  static override args = { campaign: campaignArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignRemove);
    const { id, name } = await this.withStore(flags, ({ store, clock }) => store.removeCampaign(args.campaign, this.operator(clock())));
    this.log(say({ en: `Campaign ${id} removed: ${name}`, pt: `Campanha ${id} removida: ${name}` }));
    return { campanha_id: id, nome: name };
  }
}
