import { storeCommand } from '../../src/cli/command.ts';
import { emailFlag, idFlag, nameFlag } from '../../src/cli/flags.ts';
import { campaignRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  create: true,
  examples: ['--id 42 --name "Verão" --client "Agência Um" --user ana@example.com'],
  flags: {
    id: idFlag({ required: true }),
    name: nameFlag({ required: true }),
    client: nameFlag({ helpValue: 'ID|NAME', required: true }),
    user: emailFlag(),
  },
  async run({ flags, store, operator }) {
    const input = { id: flags.id, name: flags.name, client: flags.client, user: flags.user ?? null };
    const campaigns = await store.addCampaigns([input], { replace: false }, operator());
    for (const { id, name, clientId, clientName, userEmail } of campaigns) {
      this.say((m) => m.cli.directory.campaignAdded({ id, name, clientId, clientName, userEmail }));
    }
    return campaignRecord.writeAll(campaigns)[0] ?? {};
  },
});
