import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/directory/confirm-removal.ts';
import { userArg } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { userJson } from '../../src/presentation/directory-json.ts';

export default class UserRemove extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 2'];
  static override args = { user: userArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(UserRemove);
    const user = await this.withStore(flags, async ({ store, clock }) => {
      const found = await store.findUser(args.user);
      const { id, email } = requireFound(found, { en: `user ${args.user}`, pt: `o usuário ${args.user}` }, 'user list');
      const what = { en: `user ${id} (${email})`, pt: `o usuário ${id} (${email})` };
      return (await confirmRemoval(what, flags.yes)) ? await store.removeUser(id, this.operator(clock())) : undefined;
    });
    if (user === undefined) return NOT_REMOVED;
    this.log(say({ en: `User ${user.id} removed: ${user.email}`, pt: `Usuário ${user.id} removido: ${user.email}` }));
    return userJson(user);
  }
}
