import { storeCommand } from '../../src/cli/command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { oneArg, yesFlag } from '../../src/cli/flags.ts';
import { requireUser } from '../../src/cli/require-found.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['2'],
  args: { user: oneArg },
  flags: { yes: yesFlag },
  async run({ args, flags, store, operator }) {
    const { id, email } = await requireUser(store, args.user);
    if (!(await confirmRemoval((m) => m.cli.directory.userLine({ id, email }), flags.yes))) return NOT_REMOVED;
    const removed = await store.removeUser(id, operator());
    this.say((m) => m.cli.directory.userRemoved({ id, email }));
    return userRecord.write(removed);
  },
});
