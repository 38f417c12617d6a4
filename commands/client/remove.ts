import { storeCommand } from '../../src/cli/command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { oneArg, yesFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['"Agência Um"'],
  args: { client: oneArg },
  flags: { yes: yesFlag },
  async run({ args, flags, store, operator }) {
    const { id, name } = await requireClient(store, args.client);
    if (!(await confirmRemoval((m) => m.cli.clients.client({ id, name }), flags.yes))) return NOT_REMOVED;
    const removed = await store.removeClient(id, operator());
    this.say((m) => m.cli.clients.clientRemoved({ id, name }));
    return clientRecord.write(removed);
  },
});
