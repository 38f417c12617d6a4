import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { timeColumn } from '../../src/cli/local-time.ts';
import { renderTable } from '../../src/cli/table.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

export default class ClientList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ClientList);
    const clients = await this.withStore(flags, ({ store }) => store.listClients());
    if (clients.length === 0) this.logToStderr(say((m) => m.cli.clients.noClient));
    else
      this.log(
        renderTable(clients, [
          { header: inEveryLanguage((m) => m.cli.columns.client), cell: (client) => client.id, whole: true },
          { header: inEveryLanguage((m) => m.cli.columns.name), cell: (client) => client.name },
          {
            ...timeColumn(
              inEveryLanguage((m) => m.cli.columns.added),
              (client) => client.createdAt,
            ),
            priority: 1,
          },
        ]),
      );
    return { itens: clientRecord.writeAll(clients) };
  }
}
