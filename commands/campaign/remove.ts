import { storeCommand } from '../../src/cli/command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { oneArg, yesFlag } from '../../src/cli/flags.ts';
import { requireCampaign } from '../../src/cli/require-found.ts';

export default storeCommand({
  examples: ['42'],
  args: { campaign: oneArg },
  flags: { yes: yesFlag },
  async run({ args, flags, store, operator }) {
    const { id, name, links } = await requireCampaign(store, args.campaign);
    if (!(await confirmRemoval((m) => m.cli.directory.campaignAnd({ id, name, linkCount: links.length }), flags.yes))) return NOT_REMOVED;
    await store.removeCampaign(id, operator());
    this.say((m) => m.cli.directory.campaignRemoved({ id, name }));
    return { campanha_id: id, nome: name };
  },
});
