import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import { accountFlags, accountOf } from '../../src/cli/client-accounts/account-flags.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { clientAccountName } from '../../src/presentation/account-record.ts';

export default storeCommand({
  examples: ['7 --dataset 990000000000001'],
  args: { client: oneArg },
  flags: accountFlags,
  async run({ args, flags, context, operator }) {
    const account = accountOf(flags);
    const client = await requireClient(context.store, args.client);
    await clientConnections(context).disconnect(account, client, operator());
    this.say((m) => m.cli.clients.accountDisconnectedClient({ id: account.id, name: client.name }));
    return clientAccountName.write({ account, client });
  },
});
