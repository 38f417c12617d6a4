import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { accountFlags, accountOf } from '../../src/cli/client-accounts/account-flags.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { clientAccountName } from '../../src/presentation/account-record.ts';

export default class ClientDisconnect extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag, ...accountFlags };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientDisconnect);
    const account = accountOf(flags);
    return await this.withStore(flags, async (context) => {
      const client = await requireClient(context.store, args.client);
      await clientConnections(context).disconnect(account, client, this.operator(context.clock()));
      this.log(say((m) => m.cli.clients.accountDisconnectedClient({ id: account.id, name: client.name })));
      return clientAccountName.write({ account, client });
    });
  }
}
