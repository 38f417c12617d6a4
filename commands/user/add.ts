import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { emailFlag, nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default class UserAdd extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> --client "Agência Um" --email bia@example.com --name "Bia Souza"'];
  static override flags = {
    database: databaseFlag,
    client: nameFlag({ helpValue: 'ID|NAME', required: true }),
    email: emailFlag({ required: true }),
    name: nameFlag(),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(UserAdd);
    const user = await this.withStore(
      flags,
      ({ store, clock }) => store.addUser({ client: flags.client, email: flags.email, name: flags.name ?? null }, this.operator(clock())),
      { create: true },
    );
    this.log(say((m) => m.cli.directory.userAdded({ id: user.id, email: user.email })));
    return userRecord.write(user);
  }
}
