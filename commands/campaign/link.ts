import * as Flags from '@oclif/core/flags';
import { campaignText } from '../../src/cli/campaigns/campaign-text.ts';
import { changeLinks, linkFlags, linkTargets } from '../../src/cli/campaigns/links.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { appError } from '../../src/messages/messages.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['42 --search-ads-form 40000000000 --social-ads-page 138124712925158', '42 --remove --search-ads-form 40000000000'],
  args: { campaign: oneArg },
  flags: { ...linkFlags, remove: Flags.boolean({}) },
  async run({ args, flags, store, operator }) {
    const targets = linkTargets(flags);
    if (targets.length === 0) throw appError('usage', (m) => m.cli.directory.noId);
    const campaign = await changeLinks(store, args.campaign, targets, { remove: flags.remove }, operator());
    this.log(campaignText(campaign));
    return campaignRecord.write(campaign);
  },
});
