import { storeCommand } from '../../src/cli/command.ts';
import { emailFlag, nameFlag } from '../../src/cli/flags.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  create: true,
  examples: ['--client "Agência Um" --email bia@example.com --name "Bia Souza"'],
  flags: { client: nameFlag({ helpValue: 'ID|NAME', required: true }), email: emailFlag({ required: true }), name: nameFlag() },
  async run({ flags, store, operator }) {
    const user = await store.addUser({ client: flags.client, email: flags.email, name: flags.name ?? null }, operator());
    this.say((m) => m.cli.directory.userAdded({ id: user.id, email: user.email }));
    return userRecord.write(user);
  },
});
