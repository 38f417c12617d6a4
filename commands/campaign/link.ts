import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { changeLinks } from '../../src/cli/directory/change-links.ts';
import { campaignArg, linkFlags, linkTargets } from '../../src/cli/directory/directory-flags.ts';
import { campaignText } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { appError } from '../../src/messages/messages.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default class CampaignLink extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 42 --search-ads-form 40000000000 --social-ads-page 138124712925158',
    '<%= config.bin %> <%= command.id %> 42 --remove --search-ads-form 40000000000',
  ];
  static override args = { campaign: campaignArg };
  static override flags = { database: databaseFlag, ...linkFlags, remove: Flags.boolean({}) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(CampaignLink);
    const targets = linkTargets(flags);
    if (targets.length === 0) {
      throw appError('usage', (m) => m.cli.directory.noIdWasGiven);
    }
    const campaign = await this.withStore(flags, ({ store, clock }) =>
      changeLinks(store, args.campaign, targets, { remove: flags.remove }, this.operator(clock())),
    );
    this.log(campaignText(campaign));
    return campaignRecord.write(campaign);
  }
}
