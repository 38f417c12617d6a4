import { deliverySettings } from '../../src/app/platforms/delivery-settings.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { clientIdFlag, nameFlag } from '../../src/cli/flags.ts';
import { newlyOwnerless } from '../../src/domain/connected-account.ts';
import { sayText } from '../../src/messages/messages.ts';
import { addedClientRecord } from '../../src/presentation/directory-record.ts';
import { ownerlessAccountsText } from '../../src/presentation/ownerless-accounts-text.ts';

export default storeCommand({
  create: true,
  examples: ['--name "Agência Um"', '--name "Agência Sete" --id 7'],
  flags: { name: nameFlag({ required: true }), id: clientIdFlag },
  async run({ flags, store, operator, config, secrets }) {
    const client = await store.addClient({ id: flags.id ?? null, name: flags.name }, operator());
    this.say((m) => m.cli.clients.clientAdded({ id: client.id, name: client.name }));
    const clientIds = (await store.listClients()).map(({ id }) => id);
    const ownerless = newlyOwnerless(deliverySettings(config, secrets), clientIds);
    if (ownerless.length > 0) this.logToStderr(sayText(ownerlessAccountsText(ownerless)));
    return addedClientRecord.write({ ...client, ownerless });
  },
});
