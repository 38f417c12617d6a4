import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg, nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

export default class ClientRename extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 7 --name "Agência Sete"'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag, name: nameFlag({ required: true }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientRename);
    const client = await this.withStore(flags, ({ store, clock }) => store.renameClient(args.client, flags.name, this.operator(clock())));
    this.log(say((m) => m.cli.clients.clientIsNowNamed({ id: client.id, name: client.name })));
    return clientRecord.write(client);
  }
}
