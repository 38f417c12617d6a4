import { storeCommand } from '../../src/cli/command.ts';
import { nameFlag, oneArg } from '../../src/cli/flags.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['7 --name "Agência Sete"'],
  args: { client: oneArg },
  flags: { name: nameFlag({ required: true }) },
  async run({ args, flags, store, operator }) {
    const client = await store.renameClient(args.client, flags.name, operator());
    this.say((m) => m.cli.clients.renamed({ id: client.id, name: client.name }));
    return clientRecord.write(client);
  },
});
