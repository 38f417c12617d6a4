import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { userArg } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default class UserRemove extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 2'];
  static override args = { user: userArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(UserRemove);
    const user = await this.withStore(flags, async ({ store, clock }) => {
      const found = await store.findUser(args.user);
      const { id, email } = requireFound(found, (m) => m.cli.directory.user({ user: args.user }), 'user list');
      const what = inEveryLanguage((m) => m.cli.directory.user2({ id, email }));
      return (await confirmRemoval(what, flags.yes)) ? await store.removeUser(id, this.operator(clock())) : undefined;
    });
    if (user === undefined) return NOT_REMOVED;
    this.log(say((m) => m.cli.directory.userRemoved({ id: user.id, email: user.email })));
    return userRecord.write(user);
  }
}
