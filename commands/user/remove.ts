import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { userArg } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { userJson } from '../../src/presentation/directory-json.ts';

export default class UserRemove extends BaseCommand {
  static override summary = 'Remove a user who has no campaigns left.';
  static override description = 'While campaigns belong to the user, nothing is removed and the command exits 1.';
  static override examples = ['<%= config.bin %> <%= command.id %> 2'];
  static override args = { user: userArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(UserRemove);
    const user = await this.withStore(flags, ({ store, clock }) => store.removeUser(args.user, this.operator(clock())));
    this.log(say({ en: `User ${user.id} removed: ${user.email}`, pt: `Usuário ${user.id} removido: ${user.email}` }));
    return userJson(user);
  }
}
