import type { JsonObject } from '../../src/base/exact-json.ts';
import { sayText } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { timeColumn } from '../../src/cli/local-time.ts';
import { renderTable } from '../../src/cli/table.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

const NO_CLIENT = {
  en: 'There is no client yet; `lead-intake client add` makes one.',
  pt: 'Ainda não há nenhum cliente; `lead-intake client add` cria um.',
};

export default class ClientList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ClientList);
    const clients = await this.withStore(flags, ({ store }) => store.listClients());
    if (clients.length === 0) this.logToStderr(sayText(NO_CLIENT));
    else
      this.log(
        renderTable(clients, [
          { header: { en: 'CLIENT', pt: 'CLIENTE' }, cell: (client) => client.id, whole: true },
          { header: { en: 'NAME', pt: 'NOME' }, cell: (client) => client.name },
          { ...timeColumn({ en: 'ADDED', pt: 'INCLUÍDO' }, (client) => client.createdAt), priority: 1 },
        ]),
      );
    return { itens: clientRecord.writeAll(clients) };
  }
}
