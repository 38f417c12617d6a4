import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

export default class ClientRemove extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> "Agência Um"'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientRemove);
    const client = await this.withStore(flags, async ({ store, clock }) => {
      const { id, name } = await requireClient(store, args.client);
      const what = inEveryLanguage((m) => m.cli.clients.client({ id, name }));
      return (await confirmRemoval(what, flags.yes)) ? await store.removeClient(id, this.operator(clock())) : undefined;
    });
    if (client === undefined) return NOT_REMOVED;
    this.log(say((m) => m.cli.clients.clientRemoved({ id: client.id, name: client.name })));
    return clientRecord.write(client);
  }
}
