import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientFilterFlag } from '../../src/cli/directory/directory-flags.ts';
import { USER_COLUMNS } from '../../src/cli/directory/directory-tables.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { renderTable } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default class UserList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --client "Agência Um" --json'];
  static override flags = { database: databaseFlag, client: clientFilterFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(UserList);
    const users = await this.withStore(flags, ({ store }) => store.listUsers(flags.client ?? null));
    if (users.length === 0) this.logToStderr(say((m) => m.cli.directory.noUser));
    else this.log(renderTable(users, USER_COLUMNS));
    return { itens: userRecord.writeAll(users) };
  }
}
